import { keyed } from '../../locales/keyed.ts';
import { Alert, Button, Group, Menu, Progress, Text } from '@mantine/core';
import { ChevronDown, Trash2, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../api/use-can.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './BulkBar.module.css';
import { type AnyRow, type CrudResource, titleOf } from './crud-resource.ts';
import { type Refused, useBulk } from './use-bulk.ts';
import { useResourceText } from './use-resource-text.ts';
import { isSwitch, optionsOf } from '../form/schema-facts.ts';

type Row = AnyRow & Readonly<Record<string, unknown>>;

interface Props {
  readonly resource: CrudResource;
  readonly rows: readonly Row[];
  /** Keeps these rows selected. */
  readonly onKeep: (rows: readonly Row[]) => void;
}

/** Field that can be set for several rows: their status, or whether they are enabled. */
type Settable = 'status' | 'enabled';
const settable = (resource: CrudResource): Settable | null =>
  optionsOf(resource.update, 'status').length > 0 ? 'status' : isSwitch(resource.update, 'enabled') ? 'enabled' : null;

/** Returns whether the user can do any bulk action. */
export const canBulk = (resource: CrudResource, can: ReturnType<typeof useCan>): boolean =>
  resource.routes.export !== undefined &&
  (can('delete', resource.name) || (can('update', resource.name) && settable(resource) !== null));

const SWITCHES = ['on', 'off'] as const;

/** Bulk actions on the selected rows: change the status or delete. Refused rows stay selected and show the reason. */
export function BulkBar({ resource, rows, onKeep }: Props) {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const texts = useResourceText(resource.name);
  const can = useCan();
  const bulk = useBulk(resource);
  const [asking, setAsking] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const field = can('update', resource.name) ? settable(resource) : null;
  const states = field === 'status' ? optionsOf(resource.update, 'status') : field === 'enabled' ? SWITCHES : [];
  const run = async (change: Record<string, unknown> | null): Promise<void> => {
    setAsking(false);
    setWanted(null);
    const refused = await bulk.run(rows, change);
    onKeep(rows.filter((row) => refused.some((r) => r.id === row.id)));
  };
  return (
    <div className={classes['bar']} role="region" aria-label={t('bulk.title')}>
      <Group gap="sm">
        <Text size="sm" fw={600} aria-live="polite">
          {t('bulk.chosen', { count: rows.length, shown: number(rows.length) })}
        </Text>
        {states.length > 0 ? (
          <StatusMenu
            states={states}
            busy={bulk.busy}
            wordOf={(state) => (field === 'enabled' ? keyed(t)(`bulk.${state}`) : texts.option('status', state))}
            onChoose={(state) => {
              if (field === 'enabled') void run({ enabled: state === 'on' });
              else if (texts.consequence(state)) setWanted(state);
              else void run({ status: state });
            }}
          />
        ) : null}
        {can('delete', resource.name) ? (
          <Button
            size="xs"
            variant="default"
            disabled={bulk.busy}
            leftSection={<Trash2 size={14} aria-hidden="true" />}
            onClick={() => setAsking(true)}
          >
            {t('actions.delete')}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="subtle"
          disabled={bulk.busy}
          leftSection={<X size={14} aria-hidden="true" />}
          onClick={() => {
            bulk.forget();
            onKeep([]);
          }}
        >
          {t('bulk.clear')}
        </Button>
      </Group>
      {bulk.busy ? (
        <Progress mt="xs" value={(100 * bulk.done) / Math.max(1, rows.length)} aria-label={t('bulk.title')} />
      ) : null}
      <RefusedRows refused={bulk.refused} />
      <StatusDialog
        title={wanted === null ? '' : texts.option('status', wanted)}
        consequence={wanted === null ? null : (texts.consequence(wanted) ?? '')}
        names={rows.map((row) => titleOf(resource, row))}
        onClose={() => setWanted(null)}
        onConfirm={() => void run({ status: wanted })}
      />
      <DeleteDialog
        opened={asking}
        names={rows.map((row) => titleOf(resource, row))}
        onClose={() => setAsking(false)}
        onDelete={() => void run(null)}
      />
    </div>
  );
}

interface StatusDialogProps {
  readonly title: string;
  /** null: the dialog is closed. */
  readonly consequence: string | null;
  readonly names: readonly string[];
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function StatusDialog({ title, consequence, names, onClose, onConfirm }: StatusDialogProps) {
  const { t } = useTranslation('common');
  const { list } = useFormat();
  return (
    <Dialog opened={consequence !== null} onClose={onClose} title={title}>
      <Text size="sm">
        <bdi>{list(names.slice(0, 8))}</bdi>
        {names.length > 8 ? ' …' : ''}
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        {consequence}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button onClick={onConfirm}>{t('bulk.confirm')}</Button>
      </Group>
    </Dialog>
  );
}

interface StatusProps {
  readonly states: readonly string[];
  readonly busy: boolean;
  readonly wordOf: (status: string) => string;
  readonly onChoose: (status: string) => void;
}

function StatusMenu({ states, busy, wordOf, onChoose }: StatusProps) {
  const { t } = useTranslation('common');
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default" disabled={busy} rightSection={<ChevronDown size={14} aria-hidden="true" />}>
          {t('bulk.status')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {states.map((status) => (
          <Menu.Item key={status} onClick={() => onChoose(status)}>
            {wordOf(status)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function RefusedRows({ refused }: { readonly refused: readonly Refused[] }) {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const count = refused.length;
  if (count === 0) return null;
  return (
    <Alert
      color="red"
      mt="xs"
      icon={<TriangleAlert />}
      role="alert"
      title={t('bulk.refused', { count, shown: number(count) })}
    >
      {refused.slice(0, 10).map(({ id, name, reason }) => (
        <Text key={String(id)} size="sm">
          <bdi>{name}</bdi>: {reason}
        </Text>
      ))}
    </Alert>
  );
}

interface DeleteProps {
  readonly opened: boolean;
  readonly names: readonly string[];
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Maximum number of names in the confirmation. */
const NAMED = 8;

function DeleteDialog({ opened, names, onClose, onDelete }: DeleteProps) {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const count = names.length;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('bulk.deleteTitle', { count, shown: number(count) })}
      hint={`${names.slice(0, NAMED).join(', ')}${count > NAMED ? ', …' : ''}`}
      action={t('actions.delete')}
      onConfirm={onDelete}
    />
  );
}
