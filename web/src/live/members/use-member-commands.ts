import type { MemberRow } from '@ringside/core/live/state.ts';
import { memberKey } from '@ringside/core/live/state.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, useCommands } from '../dashboard/use-commands.tsx';
import { useQueueNames } from '../../data/live/use-queue-names.ts';
import { store } from '../../data/live/live.ts';

/** Returns the name in a queue's key (`server\tname`). */
const queueName = (queue: string): string => queue.slice(queue.indexOf('\t') + 1);

const nameOf = (m: MemberRow): string => m.name || m.interface;

const onMember = (m: MemberRow) => ({ serverId: m.serverId, member: memberKey(m.serverId, m.queue, m.interface) });

type OneWay = Omit<Command, 'undo'>;

/** Commands that change memberships, each with the texts of its result. */
const membershipCommands = (t: TFunction<'dashboard'>, labelOf: ReturnType<typeof useQueueNames>) => {
  const calledQueue = (queue: string): string => labelOf(queue) ?? queueName(queue);
  return {
    moving: (m: MemberRow, from: string, to: string, penalty: number): OneWay => ({
      ...onMember(m),
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
    }),
    movingTogether: (serverId: number, members: readonly MemberRow[], from: string, to: string): OneWay => ({
      serverId,
      action: 'QueueMove',
      fields: { Interfaces: members.map((m) => m.interface), FromQueue: queueName(from), ToQueue: queueName(to) },
      done: t('commands.movedMany', { count: members.length, queue: calledQueue(to) }),
      failed: t('commands.notMovedMany', { count: members.length, queue: calledQueue(to) }),
    }),
    adding: (m: MemberRow, queue: string): OneWay => ({
      serverId: m.serverId,
      action: 'QueueAdd',
      fields: { Queue: queueName(queue), Interface: m.interface, MemberName: m.name, Penalty: m.penalty },
      member: memberKey(m.serverId, queueName(queue), m.interface),
      toQueue: queue,
      done: t('commands.added', { name: nameOf(m), queue: calledQueue(queue) }),
      failed: t('commands.notAdded', { name: nameOf(m), queue: calledQueue(queue) }),
    }),
    removing: (m: MemberRow, queue: string): OneWay => ({
      ...onMember(m),
      action: 'QueueRemove',
      fields: { Queue: queueName(queue), Interface: m.interface },
      done: t('commands.removed', { name: nameOf(m), queue: calledQueue(queue) }),
      failed: t('commands.notRemoved', { name: nameOf(m), queue: calledQueue(queue) }),
    }),
    penalising: (m: MemberRow, penalty: number): OneWay => ({
      ...onMember(m),
      action: 'QueuePenalty',
      fields: { Queue: m.queue, Interface: m.interface, Penalty: penalty },
      done: t('commands.penalty', { name: nameOf(m), penalty }),
      failed: t('commands.notPenalty', { name: nameOf(m) }),
    }),
  };
};

/** Returns the commands for queue members, by name. */
export const useMemberCommands = () => {
  const { t } = useTranslation('dashboard');
  const run = useCommands();
  const labelOf = useQueueNames();
  return useMemo(() => {
    const { moving, movingTogether, adding, removing, penalising } = membershipCommands(t, labelOf);
    return {
      /** `everywhere`: in all queues of the agent. */
      pause: (m: MemberRow, reason: string, everywhere: boolean) =>
        run({
          ...onMember(m),
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
          ...onMember(m),
          action: 'QueuePause',
          fields: { Interface: m.interface, Paused: 'false', ...(everywhere ? {} : { Queue: m.queue }) },
          done: t('commands.unpaused', { name: nameOf(m) }),
          failed: t('commands.notUnpaused', { name: nameOf(m) }),
        }),
      move: (m: MemberRow, to: string) => {
        const from = `${m.serverId}\t${m.queue}`;
        // The agent is in both queues. The PBX would refuse a move, so the agent only leaves the old queue.
        if (store.row('members', memberKey(m.serverId, queueName(to), m.interface))) {
          return run({ ...removing(m, from), undo: adding(m, from) });
        }
        return run({ ...moving(m, from, to, m.penalty), undo: moving(m, to, from, m.penalty) });
      },
      /** Moves the agents from the queue `from`, either all of them or none. */
      moveMany: (members: readonly MemberRow[], from: string, to: string) => {
        const [first] = members;
        if (!first) return Promise.resolve(false);
        return run({
          ...movingTogether(first.serverId, members, from, to),
          undo: movingTogether(first.serverId, members, to, from),
        });
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
