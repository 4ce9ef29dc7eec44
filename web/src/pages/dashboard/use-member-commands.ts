import type { MemberRow } from '@ringside/core/live/state.ts';
import { memberKey } from '@ringside/core/live/state.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, useCommands } from './use-commands.tsx';
import { useQueueNames } from '../../live/use-queue-names.ts';
import { store } from '../../live/live.ts';

/** Everything that can be done to a membership, by name of what it does. */
export const useMemberCommands = () => {
  const { t } = useTranslation('dashboard');
  const run = useCommands();
  const labelOf = useQueueNames();
  return useMemo(() => {
    const keyOf = (m: MemberRow): string => memberKey(m.serverId, m.queue, m.interface);
    const nameOf = (m: MemberRow): string => m.name || m.interface;
    const base = (m: MemberRow) => ({ serverId: m.serverId, member: keyOf(m) });
    /** A queue's key: `server\tname`. */
    const queueName = (queue: string): string => queue.slice(queue.indexOf('\t') + 1);

    const calledQueue = (queue: string): string => labelOf(queue) ?? queueName(queue);

    const moving = (m: MemberRow, from: string, to: string, penalty: number): Omit<Command, 'undo'> => ({
      ...base(m),
      action: 'QueueMove',
      fields: {
        Interface: m.interface,
        MemberName: m.name,
        FromQueue: queueName(from),
        ToQueue: queueName(to),
        Penalty: penalty,
      },
      toQueue: to,
      done: t('commands.moved', { name: nameOf(m), queue: calledQueue(to) }),
      failed: t('commands.notMoved', { name: nameOf(m), queue: calledQueue(to) }),
    });
    const adding = (m: MemberRow, queue: string): Omit<Command, 'undo'> => ({
      serverId: m.serverId,
      action: 'QueueAdd',
      fields: { Queue: queueName(queue), Interface: m.interface, MemberName: m.name, Penalty: m.penalty },
      member: memberKey(m.serverId, queueName(queue), m.interface),
      toQueue: queue,
      done: t('commands.added', { name: nameOf(m), queue: calledQueue(queue) }),
      failed: t('commands.notAdded', { name: nameOf(m), queue: calledQueue(queue) }),
    });
    const removing = (m: MemberRow, queue: string): Omit<Command, 'undo'> => ({
      ...base(m),
      action: 'QueueRemove',
      fields: { Queue: queueName(queue), Interface: m.interface },
      done: t('commands.removed', { name: nameOf(m), queue: calledQueue(queue) }),
      failed: t('commands.notRemoved', { name: nameOf(m), queue: calledQueue(queue) }),
    });
    const penalising = (m: MemberRow, penalty: number): Omit<Command, 'undo'> => ({
      ...base(m),
      action: 'QueuePenalty',
      fields: { Queue: m.queue, Interface: m.interface, Penalty: penalty },
      done: t('commands.penalty', { name: nameOf(m), penalty }),
      failed: t('commands.notPenalty', { name: nameOf(m) }),
    });
    return {
      /** `everywhere`: in all of his queues. */
      pause: (m: MemberRow, reason: string, everywhere: boolean) =>
        run({
          ...base(m),
          action: 'QueuePause',
          fields: {
            Interface: m.interface,
            Paused: 'true',
            Reason: reason,
            ...(everywhere ? {} : { Queue: m.queue }),
          },
          done: t('commands.paused', { name: nameOf(m) }),
          failed: t('commands.notPaused', { name: nameOf(m) }),
        }),
      unpause: (m: MemberRow, everywhere: boolean) =>
        run({
          ...base(m),
          action: 'QueuePause',
          fields: { Interface: m.interface, Paused: 'false', ...(everywhere ? {} : { Queue: m.queue }) },
          done: t('commands.unpaused', { name: nameOf(m) }),
          failed: t('commands.notUnpaused', { name: nameOf(m) }),
        }),
      move: (m: MemberRow, to: string) => {
        const from = `${m.serverId}\t${m.queue}`;
        // Already there as well: moving would be refused half-way, so it only leaves.
        if (store.row('members', memberKey(m.serverId, queueName(to), m.interface))) {
          return run({ ...removing(m, from), undo: adding(m, from) });
        }
        return run({ ...moving(m, from, to, m.penalty), undo: moving(m, to, from, m.penalty) });
      },
      /** Agents of the queue `from`, all or none of them. */
      moveMany: (members: readonly MemberRow[], from: string, to: string) => {
        const [first] = members;
        if (!first) return Promise.resolve(false);
        const together = (here: string, there: string): Omit<Command, 'undo'> => ({
          serverId: first.serverId,
          action: 'QueueMove',
          fields: {
            Interfaces: members.map((m) => m.interface),
            FromQueue: queueName(here),
            ToQueue: queueName(there),
          },
          done: t('commands.movedMany', { count: members.length, queue: calledQueue(there) }),
          failed: t('commands.notMovedMany', { count: members.length, queue: calledQueue(there) }),
        });
        return run({ ...together(from, to), undo: together(to, from) });
      },
      add: (m: MemberRow, queue: string) => run({ ...adding(m, queue), undo: removing(m, queue) }),
      remove: (m: MemberRow) => {
        const queue = `${m.serverId}\t${m.queue}`;
        return run({ ...removing(m, queue), undo: adding(m, queue) });
      },
      penalty: (m: MemberRow, penalty: number) => run({ ...penalising(m, penalty), undo: penalising(m, m.penalty) }),
      hangUp: (serverId: number, channel: string, who: string) =>
        run({
          serverId,
          action: 'Hangup',
          fields: { Channel: channel },
          done: t('commands.hungUp', { name: who }),
          failed: t('commands.notHungUp', { name: who }),
        }),
    };
  }, [run, t, labelOf]);
};

export type MemberCommands = ReturnType<typeof useMemberCommands>;
