import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface FormProps {
  readonly row: Named;
  /** Label of the name field, such as "Name". */
  readonly label: string;
  /** Explains which parts are copied and which are not. */
  readonly hint: string;
  /** Creates the copy and returns its id. */
  readonly copy: (id: string, name: string) => Promise<{ readonly id: string }>;
  /** Path of the list to refetch after copying. */
  readonly path: string;
  readonly onCopied: (id: string) => void;
  readonly onClose: () => void;
}

type Props = Omit<FormProps, 'row'> & { readonly row: Named | null };

/** Asks for the name of a copy, creates the copy and opens it. */
export function CopyDialog({ row, ...form }: Props) {
  const { t } = useTranslation('common');
  return (
    <Dialog opened={row !== null} onClose={form.onClose} title={t('actions.duplicate')} size="sm">
      {row ? <Form key={row.id} row={row} {...form} /> : null}
    </Dialog>
  );
}

const LONGEST = 64;

function Form({ row, label, hint, copy, path, onCopied, onClose }: FormProps) {
  const { t } = useTranslation('common');
  const [name, setName] = useState(t('form.copyOf', { name: row.name }).slice(0, LONGEST));
  const client = useQueryClient();
  const errorText = useErrorText();
  const make = useMutation({
    mutationFn: () => copy(row.id, name),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: [path] });
      onClose();
      onCopied(id);
    },
  });
  const problem = make.error instanceof ProblemError ? make.error.errors[0]?.message : undefined;
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={label}
          description={hint}
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          error={make.error ? (problem ?? errorText(make.error)) : undefined}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('actions.duplicate')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
