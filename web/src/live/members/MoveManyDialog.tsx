import { Checkbox, ScrollArea, Select, Stack, Text } from '@mantine/core';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys, useMembersOf } from '../../data/live/hooks.ts';
import { store } from '../../data/live/live.ts';
import { useQueueNames } from '../../data/live/use-queue-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../dashboard/DialogButtons.tsx';
import { canMove } from './drag.ts';
import { MovePreview } from './MovePreview.tsx';
import { useMemberCommands } from './use-member-commands.ts';

interface Props {
  readonly queue: string;
  readonly label: string;
  readonly onClose: () => void;
}

/** Maximum number of agents per request on the server. */
const MOST = 50;

/** Moves several agents at once: either all of them or none. */
export function MoveManyDialog({ queue, label, onClose }: Props) {
  const { t } = useTranslation('dashboard');
  const commands = useMemberCommands();
  const labelOf = useQueueNames();
  const keys = useMembersOf(queue);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [to, setTo] = useState<string | null>(null);
  const queues = useKeys('queues')
    .filter((key) => canMove(queue, key))
    .map((key) => ({ value: key, label: labelOf(key) ?? key.slice(key.indexOf('\t') + 1) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const rows = keys
    .flatMap((key) => store.row('members', key) ?? [])
    .sort((a, b) => (a.name || a.interface).localeCompare(b.name || b.interface));
  const moving = rows.filter((m) => chosen.includes(m.interface));
  const interfaces = useMemo(() => [...chosen], [chosen]);
  const toggle = (m: MemberRow): void =>
    setChosen((now) => (now.includes(m.interface) ? now.filter((i) => i !== m.interface) : [...now, m.interface]));
  return (
    <Dialog opened onClose={onClose} title={t('moveMany.title', { queue: label })} size="md">
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (to !== null && moving.length > 0) void commands.moveMany(moving, queue, to);
          onClose();
        }}
      >
        <Stack gap="sm">
          <ScrollArea.Autosize mah={240} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': t('members.title') }}>
            <Stack gap={6} role="group" aria-label={t('members.title')}>
              {rows.map((m) => (
                <Checkbox
                  key={m.interface}
                  label={<bdi>{m.name || m.interface}</bdi>}
                  description={m.membership === 'dynamic' ? undefined : t('moveMany.static')}
                  disabled={m.membership !== 'dynamic' || (!chosen.includes(m.interface) && chosen.length >= MOST)}
                  checked={chosen.includes(m.interface)}
                  onChange={() => toggle(m)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Select
            label={t('dialog.queue')}
            data={queues}
            value={to}
            onChange={setTo}
            searchable
            nothingFoundMessage={t('dialog.noQueue')}
          />
          {to !== null && moving.length > 0 ? <MovePreview from={queue} to={to} interfaces={interfaces} /> : null}
          <Text size="sm" c="dimmed">
            {t('moveMany.hint')}
          </Text>
          <DialogButtons
            label={t('moveMany.now', { count: moving.length })}
            disabled={to === null || moving.length === 0}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
