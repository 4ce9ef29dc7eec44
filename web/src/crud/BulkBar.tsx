import { Alert, Button, Group, Menu, Progress, Text } from '@mantine/core';
import { ChevronDown, Trash2, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../api/use-can.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useFormat } from '../ui/use-format.ts';
import classes from './BulkBar.module.css';
import { type AnyRow, type CrudResource, titleOf } from './crud-resource.ts';
import { useBulk } from './use-bulk.ts';
import { useResourceText } from './use-resource-text.ts';
import { optionsOf } from './schema-facts.ts';

type Row = AnyRow & Readonly<Record<string, unknown>>;

interface Props {
  readonly resource: CrudResource;
  readonly rows: readonly Row[];
  /** Keeps these chosen. */
  readonly onKeep: (rows: readonly Row[]) => void;
}

/** Whether anything can be done with several rows at once. */
export const canBulk = (resource: CrudResource, can: ReturnType<typeof useCan>): boolean =>
  resource.routes.export !== undefined &&
  (can('delete', resource.name) || (can('update', resource.name) && optionsOf(resource.update, 'status').length > 0));

/** What is done with all the chosen rows: their status, or deleting them. What is refused stays chosen, with its reason. */
export function BulkBar({ resource, rows, onKeep }: Props) {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const texts = useResourceText(resource.name);
  const can = useCan();
  const bulk = useBulk(resource);
  const [asking, setAsking] = useState(false);
  const states = can('update', resource.name) ? optionsOf(resource.update, 'status') : [];
  const run = async (change: Record<string, unknown> | null): Promise<void> => {
    setAsking(false);
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
          <Menu>
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                disabled={bulk.busy}
                rightSection={<ChevronDown size={14} aria-hidden="true" />}
              >
                {t('bulk.status')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {states.map((status) => (
                <Menu.Item key={status} onClick={() => void run({ status })}>
                  {texts.option('status', status)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
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
      {bulk.refused.length > 0 ? (
        <Alert
          color="red"
          mt="xs"
          icon={<TriangleAlert />}
          role="alert"
          title={t('bulk.refused', { count: bulk.refused.length, shown: number(bulk.refused.length) })}
        >
          {bulk.refused.slice(0, 10).map(({ id, name, reason }) => (
            <Text key={String(id)} size="sm">
              <bdi>{name}</bdi>: {reason}
            </Text>
          ))}
        </Alert>
      ) : null}
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('bulk.deleteTitle', { count: rows.length, shown: number(rows.length) })}
      >
        <Text c="dimmed">
          {rows
            .slice(0, 8)
            .map((row) => titleOf(resource, row))
            .join(', ')}
          {rows.length > 8 ? ', …' : ''}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t('actions.cancel')}
          </Button>
          <Button color="red.8" onClick={() => void run(null)}>
            {t('actions.delete')}
          </Button>
        </Group>
      </Dialog>
    </div>
  );
}
