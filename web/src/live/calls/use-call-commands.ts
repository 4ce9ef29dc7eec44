import type { CallerRow } from '@ringside/core/live/state.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { store } from '../../data/live/live.ts';
import { type RunCommand, useCommands } from '../dashboard/use-commands.tsx';

/** A call, identified by one of its channels, and its name on the page. */
export interface CallOnPage {
  readonly serverId: number;
  readonly channel: string;
  readonly who: string;
}

export type Hearing = 'Listen' | 'Whisper' | 'Barge';

const callCommands = (run: RunCommand, t: TFunction<'dashboard'>) => {
  const on = ({ serverId, channel }: CallOnPage) => ({ serverId, fields: { Channel: channel } });
  const stopRecording = (call: CallOnPage) => ({
    ...on(call),
    action: 'StopRecord',
    done: t('commands.recordingStopped', { name: call.who }),
    failed: t('commands.recordingNotStopped', { name: call.who }),
  });
  return {
    transfer: (call: CallOnPage, number: string, attended: boolean) =>
      run({
        serverId: call.serverId,
        action: attended ? 'Atxfer' : 'BlindTransfer',
        fields: { Channel: call.channel, Exten: number },
        done: t(attended ? 'commands.consulting' : 'commands.transferred', { name: call.who, number }),
        failed: t('commands.notTransferred', { name: call.who, number }),
      }),
    park: (call: CallOnPage) =>
      run({
        ...on(call),
        action: 'Park',
        done: ({ space }) => t('commands.parked', { name: call.who, space: space ?? '' }),
        failed: t('commands.notParked', { name: call.who }),
      }),
    pickUp: (call: CallOnPage) =>
      run({
        ...on(call),
        action: 'PickUp',
        done: t('commands.pickedUp', { name: call.who }),
        accepted: t('commands.phoneRings'),
        failed: t('commands.notPickedUp', { name: call.who }),
      }),
    hear: (call: CallOnPage, how: Hearing) =>
      run({
        ...on(call),
        action: how,
        done: t(`commands.heard.${how}`, { name: call.who }),
        accepted: t('commands.phoneRings'),
        failed: t('commands.notHeard', { name: call.who }),
      }),
    record: (call: CallOnPage) =>
      run({
        ...on(call),
        action: 'Record',
        done: t('commands.recording', { name: call.who }),
        failed: t('commands.notRecording', { name: call.who }),
        undo: stopRecording(call),
      }),
    stopRecord: (call: CallOnPage) => run(stopRecording(call)),
    call: (serverId: number, number: string) =>
      run({
        serverId,
        action: 'Call',
        fields: { Number: number },
        done: t('commands.called', { number }),
        accepted: t('commands.phoneRingsFor', { number }),
        failed: t('commands.notCalled', { number }),
      }),
  };
};

const callerCommands = (run: RunCommand, t: TFunction<'dashboard'>) => ({
  toFront: (row: CallerRow, who: string) => {
    const highest = Math.max(
      0,
      ...[...store.state.callers.values()]
        .filter((c) => c.serverId === row.serverId && c.queue === row.queue)
        .map((c) => c.priority),
    );
    return run({
      serverId: row.serverId,
      action: 'QueueChangePriorityCaller',
      fields: { Queue: row.queue, Caller: row.channel, Priority: highest + 1, Immediate: 'true' },
      done: t('commands.toFront', { name: who }),
      failed: t('commands.notToFront', { name: who }),
    });
  },
  withdraw: (row: CallerRow, who: string) =>
    run({
      serverId: row.serverId,
      action: 'QueueWithdrawCaller',
      fields: { Queue: row.queue, Caller: row.channel },
      done: t('commands.withdrawn', { name: who }),
      accepted: t('commands.withdrawing', { name: who }),
      failed: t('commands.notWithdrawn', { name: who }),
    }),
});

/** Returns the commands for calls and waiting callers, by name. */
export const useCallCommands = () => {
  const { t } = useTranslation('dashboard');
  const run = useCommands();
  return useMemo(() => ({ ...callCommands(run, t), ...callerCommands(run, t) }), [run, t]);
};
