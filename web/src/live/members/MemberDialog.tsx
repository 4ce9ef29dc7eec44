import { Button, Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { reasonLabel } from '@ringside/core/contract/reason-label.ts';
import { memberKey, type MemberRow, queueKey } from '@ringside/core/live/state.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../data/live/hooks.ts';
import { store } from '../../data/live/live.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../dashboard/DialogButtons.tsx';
import { canMove } from './drag.ts';
import { MovePreview } from './MovePreview.tsx';
import { useMemberCommands } from './use-member-commands.ts';
import { useCallcenters, useQueueNames } from '../../data/live/use-queue-names.ts';

export type MemberAsk = 'pause' | 'move' | 'add' | 'penalty' | 'hangUp';

interface Props {
  readonly ask: MemberAsk;
  readonly row: MemberRow;
  readonly onClose: () => void;
}

const LONGEST_REASON = 80;

/** Dialog for the one value that a command needs. */
export function MemberDialog({ ask, row, onClose }: Props) {
  const { t } = useTranslation('dashboard');
  const name = row.name || row.interface;
  return (
    <Dialog opened onClose={onClose} title={t(`dialog.${ask}`, { name })} size="sm">
      {ask === 'pause' ? <PauseForm row={row} onClose={onClose} /> : null}
      {ask === 'move' || ask === 'add' ? <QueueForm ask={ask} row={row} onClose={onClose} /> : null}
      {ask === 'penalty' ? <PenaltyForm row={row} onClose={onClose} /> : null}
      {ask === 'hangUp' ? <HangUpForm row={row} onClose={onClose} /> : null}
    </Dialog>
  );
}

interface FormProps {
  readonly row: MemberRow;
  readonly onClose: () => void;
}

const submit =
  (run: () => void) =>
  (e: React.FormEvent): void => {
    e.preventDefault();
    run();
  };

function PauseForm({ row, onClose }: FormProps) {
  const { t, i18n } = useTranslation('dashboard');
  const commands = useMemberCommands();
  const center = useCallcenters().get(row.owner.callcenterId ?? '');
  const reasons = center?.pauseReasons ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [own, setOwn] = useState('');
  const [everywhere, setEverywhere] = useState(true);
  const reason = chosen ?? own.trim();
  return (
    <form
      onSubmit={submit(() => {
        void commands.pause(row, reason, everywhere);
        onClose();
      })}
    >
      <Stack gap="sm">
        {reasons.length > 0 ? (
          <Group gap="xs" role="group" aria-label={t('dialog.reasons')}>
            {reasons.map((r) => (
              <Button
                key={r.code}
                size="compact-md"
                variant={chosen === r.code ? 'filled' : 'default'}
                aria-pressed={chosen === r.code}
                onClick={() => setChosen(chosen === r.code ? null : r.code)}
              >
                {reasonLabel(r, i18n.language)}
              </Button>
            ))}
          </Group>
        ) : null}
        <TextInput
          data-autofocus
          label={reasons.length > 0 ? t('dialog.otherReason') : t('dialog.reason')}
          description={reasons.length > 0 ? t('dialog.needsReason') : undefined}
          maxLength={LONGEST_REASON}
          value={own}
          onChange={(e) => {
            setOwn(e.currentTarget.value);
            setChosen(null);
          }}
        />
        <Checkbox
          label={t('dialog.everywhere')}
          checked={everywhere}
          onChange={(e) => setEverywhere(e.currentTarget.checked)}
        />
        <DialogButtons label={t('menu.pauseNow')} disabled={reasons.length > 0 && reason === ''} onClose={onClose} />
      </Stack>
    </form>
  );
}

function QueueForm({ ask, row, onClose }: FormProps & { readonly ask: 'move' | 'add' }) {
  const { t } = useTranslation('dashboard');
  const commands = useMemberCommands();
  const labelOf = useQueueNames();
  const [to, setTo] = useState<string | null>(null);
  const from = queueKey(row.serverId, row.queue);
  const interfaces = useMemo(() => [row.interface], [row.interface]);
  const queues = useKeys('queues')
    .filter((key) => (ask === 'move' ? canMove(from, key) : key !== from && key.startsWith(`${row.serverId}\t`)))
    .map((key) => {
      const name = key.slice(key.indexOf('\t') + 1);
      const there = store.row('members', memberKey(row.serverId, name, row.interface)) !== undefined;
      return { value: key, label: labelOf(key) ?? name, disabled: ask === 'add' && there };
    })
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <form
      onSubmit={submit(() => {
        if (to) void commands[ask](row, to);
        onClose();
      })}
    >
      <Stack gap="sm">
        <Select
          data-autofocus
          label={t('dialog.queue')}
          data={queues}
          value={to}
          onChange={setTo}
          searchable
          nothingFoundMessage={t('dialog.noQueue')}
        />
        {ask === 'move' && to ? <MovePreview from={from} to={to} interfaces={interfaces} /> : null}
        <DialogButtons label={ask === 'move' ? t('menu.moveNow') : t('menu.addNow')} disabled={!to} onClose={onClose} />
      </Stack>
    </form>
  );
}

function PenaltyForm({ row, onClose }: FormProps) {
  const { t } = useTranslation('dashboard');
  const commands = useMemberCommands();
  const [penalty, setPenalty] = useState<number | string>(row.penalty);
  const valid = typeof penalty === 'number' && Number.isInteger(penalty) && penalty >= 0;
  return (
    <form
      onSubmit={submit(() => {
        if (valid) void commands.penalty(row, penalty);
        onClose();
      })}
    >
      <Stack gap="sm">
        <NumberInput
          data-autofocus
          label={t('members.penalty')}
          description={t('dialog.penaltyHint')}
          min={0}
          max={1000}
          allowDecimal={false}
          value={penalty}
          onChange={setPenalty}
        />
        <DialogButtons label={t('menu.penaltyNow')} disabled={!valid} onClose={onClose} />
      </Stack>
    </form>
  );
}

function HangUpForm({ row, onClose }: FormProps) {
  const { t } = useTranslation('dashboard');
  const commands = useMemberCommands();
  // Keeps the call that was on screen when the dialog opened. A later call must not be affected.
  const [channel] = useState(row.channel);
  const gone = channel === null || row.channel !== channel;
  return (
    <form
      onSubmit={submit(() => {
        if (channel && !gone) void commands.hangUp(row.serverId, channel, row.name || row.interface);
        onClose();
      })}
    >
      <Stack gap="sm">
        <Text size="md">{gone ? t('dialog.hangUpGone') : t('dialog.hangUpText')}</Text>
        <DialogButtons label={t('menu.hangUp')} disabled={gone} onClose={onClose} red />
      </Stack>
    </form>
  );
}
