import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { type AnyRow, type CrudResource, titleOf } from '../list/crud-resource.ts';
import { RefSelect } from './RefSelect.tsx';
import { useRemove } from '../list/resource-queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';

interface Props {
  readonly resource: CrudResource;
  /** null: the dialog is closed. */
  readonly row: (AnyRow & Readonly<Record<string, unknown>>) | null;
  /** Sentence that says what is deleted with the row. */
  readonly consequence?: string | undefined;
  /** Extra questions of this resource, and their answers as query parameters of the deletion. */
  readonly questions?: ReactNode;
  readonly query?: Readonly<Record<string, string>>;
  /** The extra questions are still loading. */
  readonly waiting?: boolean;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Asks for confirmation before deleting, and shows why the server refused a deletion. */
export function RemoveDialog({ resource, row, consequence, questions, query, waiting, onClose, onDone }: Props) {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  const tell = useTell();
  const remove = useRemove(resource);
  const [heir, setHeir] = useState<string | null>(null);
  const name = row ? titleOf(resource, row) : '';
  const close = (): void => {
    remove.reset();
    setHeir(null);
    onClose();
  };
  const confirm = (): void => {
    if (!row) return;
    const variables = { row, moveTo: heir, ...(query ? { query } : {}) };
    remove.mutate(variables, {
      onSuccess: () => {
        tell.done(t('remove.done', { name }));
        close();
        onDone?.();
      },
    });
  };
  const { error } = remove;
  return (
    <Dialog opened={row !== null} onClose={close} title={t('remove.title', { name })}>
      {consequence ? <Text c="dimmed">{consequence}</Text> : null}
      {questions}
      {error ? (
        <Alert color="red" icon={<TriangleAlert />} title={t('remove.refused')} mt="sm" role="alert">
          {errorText(error)}
          {reasons(error).map((reason) => (
            <Text key={reason} size="sm" mt={4}>
              {reason}
            </Text>
          ))}
        </Alert>
      ) : null}
      {row && resource.movable && (heir !== null || isInUse(error)) ? (
        <Heir resource={resource} row={row} value={heir} onChange={setHeir} />
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="red.8" onClick={confirm} loading={remove.isPending} disabled={waiting === true}>
          {heir === null ? t('actions.delete') : t('remove.moveAndDelete')}
        </Button>
      </Group>
    </Dialog>
  );
}

const isInUse = (error: Error | null): boolean =>
  error instanceof ProblemError && error.errors.some((each) => each.code === 'in-use');

/** Selects a replacement of the same kind, customer and PBX server for objects that depend on the row. */
function Heir({
  resource,
  row,
  value,
  onChange,
}: {
  readonly resource: CrudResource;
  readonly row: AnyRow & Readonly<Record<string, unknown>>;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const { t } = useTranslation('common');
  const { customerId } = row;
  const narrowed = typeof customerId === 'string' && resource.name !== 'role';
  return (
    <Box mt="md">
      <RefSelect
        resource={resource.path.slice(1)}
        label={t('remove.moveTo')}
        description={t('remove.moveHint')}
        filter={narrowed ? { customerId } : {}}
        refine={(choices) =>
          choices.filter(
            (c) => c.value !== String(row.id) && c.row['assignable'] !== false && c.row['serverId'] === row['serverId'],
          )
        }
        value={value}
        onChange={(id) => onChange(typeof id === 'string' ? id : null)}
      />
    </Box>
  );
}

/** Returns the server's reasons: its translated messages, else its detail text. */
const reasons = (error: Error): readonly string[] => {
  if (!(error instanceof ProblemError)) return [];
  return error.errors.length > 0 ? error.errors.map((e) => e.message) : [error.detail].filter(Boolean);
};
