import { Button, Group, Stack, TextInput } from '@mantine/core';
import { duplicateWallboard, type Wallboard } from '@ringside/core/contract/wallboards.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

export function DuplicateDialog({
  board,
  onClose,
}: {
  readonly board: Wallboard | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallboard');
  return (
    <Dialog opened={board !== null} onClose={onClose} title={t('actions.duplicate')} size="sm">
      {board ? <Form key={board.id} board={board} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Form({ board, onClose }: { readonly board: Wallboard; readonly onClose: () => void }) {
  const { t } = useTranslation(['wallboard', 'common']);
  const [name, setName] = useState(t('duplicate.name', { name: board.name }));
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const make = useMutation({
    mutationFn: () => call(duplicateWallboard, { params: { id: board.id }, body: { name } }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['/wallboards'] });
      onClose();
      void navigate({ to: '/wallboard/$wallboard', params: { wallboard: id } });
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
          label={t('fields.name')}
          description={t('duplicate.hint')}
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          error={make.error ? (problem ?? errorText(make.error)) : undefined}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('actions.duplicate')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
