// Commands on agents and waiting callers in the queues of the caller's scope.
import type { LiveCommand } from '@ringside/core/contract/live/live-commands.ts';
import type { Expected } from '@ringside/core/live/expected.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { reaches } from '../../platform/caller/reach.ts';
import { outcomeOf, refuse, type CommandContext, type Done, type Outcome } from './command-context.ts';

type Of<A extends LiveCommand['action']> = Extract<LiveCommand, { action: A }>;

const bit = (value: boolean): string => (value ? 'true' : 'false');

/** Checks that the device belongs to the customer or is already a member of one of its queues. */
const checkDevice = ({ caller, serverId, targets, owners }: CommandContext, iface: string): void => {
  if (!/^[A-Za-z0-9]+\/\S/.test(iface))
    throw new Refusal('invalid', { errors: [{ path: 'Interface', code: 'unknown' }] });
  if (caller.viewer.reach === 'platform') return;
  if (reaches(caller, owners.ofDevice(serverId, iface).customerId)) return;
  try {
    targets.memberships(iface);
  } catch {
    throw new Refusal('not-found', { errors: [{ path: 'Interface', code: 'unknown' }] });
  }
};

const memberChange = (
  iface: string,
  queue: string | null,
  change: Extract<Expected, { kind: 'member' }>['change'],
): { readonly expected: Expected } => ({ expected: { kind: 'member', queue, interface: iface, change } });

/** Runs an action in one queue or in all. In AMI, no queue means every queue of the PBX; here it means those in scope. */
const everyQueue = async (
  ctx: Pick<CommandContext, 'targets'>,
  iface: string,
  queue: string | undefined,
  send: (queue: string | undefined) => Promise<Done>,
): Promise<Outcome> => {
  const { targets } = ctx;
  if (queue !== undefined) {
    targets.queue(queue);
    targets.member(queue, iface);
    return outcomeOf(await send(queue));
  }
  const memberships = targets.memberships(iface);
  if (!targets.isShared(iface)) return outcomeOf(await send(undefined));
  const all: Done[] = [];
  for (const m of memberships) all.push(await send(m.queue));
  const last = all.at(-1);
  if (last === undefined) throw refuse('Interface not found');
  return { ...outcomeOf(last), confirmed: all.every((done) => done.seen?.ok === true) };
};

/** Requires a pause reason in call centers that list reasons, because their reports count pauses by reason. */
const checkReason = (
  { serverId, targets, owners }: Pick<CommandContext, 'serverId' | 'targets' | 'owners'>,
  c: { readonly Interface: string; readonly Queue?: string | undefined; readonly Reason?: string | undefined },
): void => {
  if (c.Reason) return;
  const queues = c.Queue === undefined ? targets.memberships(c.Interface).map((m) => m.queue) : [c.Queue];
  if (queues.some((queue) => owners.needsPauseReason(serverId, queue)))
    throw new Refusal('invalid', { errors: [{ path: 'Reason', code: 'pause-reason' }] });
};

export const pause = async (c: Of<'QueuePause'>, ctx: CommandContext): Promise<Outcome> => {
  if (c.Paused) checkReason(ctx, c);
  return everyQueue(ctx, c.Interface, c.Queue, (Queue) =>
    ctx.send(
      'QueuePause',
      { Interface: c.Interface, Paused: bit(c.Paused), Queue, Reason: c.Reason || undefined },
      memberChange(c.Interface, Queue ?? null, c.Paused ? 'paused' : 'unpaused'),
    ),
  );
};

export const setPenalty = (c: Of<'QueuePenalty'>, ctx: Pick<CommandContext, 'targets' | 'send'>): Promise<Outcome> =>
  everyQueue(ctx, c.Interface, c.Queue, (Queue) =>
    ctx.send(
      'QueuePenalty',
      { Interface: c.Interface, Penalty: c.Penalty, Queue },
      memberChange(c.Interface, Queue ?? null, 'penalty'),
    ),
  );

export const add = async (c: Of<'QueueAdd'>, ctx: CommandContext): Promise<Outcome> => {
  ctx.targets.queue(c.Queue);
  checkDevice(ctx, c.Interface);
  if (c.StateInterface) checkDevice(ctx, c.StateInterface);
  if (c.Paused) checkReason(ctx, c);
  const { action: _action, Paused, ...fields } = c;
  const asked = { ...fields, Paused: Paused === undefined ? undefined : bit(Paused) };
  return outcomeOf(await ctx.send('QueueAdd', asked, memberChange(c.Interface, c.Queue, 'added')));
};

export const remove = async (c: Of<'QueueRemove'>, ctx: Pick<CommandContext, 'targets' | 'send'>): Promise<Outcome> => {
  ctx.targets.queue(c.Queue);
  ctx.targets.member(c.Queue, c.Interface);
  const asked = { Queue: c.Queue, Interface: c.Interface };
  return outcomeOf(await ctx.send('QueueRemove', asked, memberChange(c.Interface, c.Queue, 'removed')));
};

interface Step {
  readonly undo: () => Promise<unknown>;
}

/** Moves one agent. Adds each completed step to `steps`, so that it can be undone. */
const moveOne = async (
  c: Of<'QueueMove'>,
  iface: string,
  ctx: Pick<CommandContext, 'targets' | 'send'>,
  steps: Step[],
): Promise<Done> => {
  const { targets, send } = ctx;
  const member = targets.member(c.FromQueue, iface);
  const membership = (queue: string, penalty: number) => ({
    Queue: queue,
    Interface: iface,
    MemberName: member.name,
    Penalty: penalty,
    Paused: bit(member.paused),
    Reason: member.paused && member.pausedReason !== '' ? member.pausedReason : undefined,
    StateInterface: member.stateInterface !== member.interface ? member.stateInterface || undefined : undefined,
  });
  const leaving = (queue: string) => ({ Queue: queue, Interface: iface });
  const added = await send(
    'QueueAdd',
    membership(c.ToQueue, c.Penalty ?? member.penalty),
    memberChange(iface, c.ToQueue, 'added'),
  );
  steps.push({ undo: () => send('QueueRemove', leaving(c.ToQueue)) });
  const removed = await send('QueueRemove', leaving(c.FromQueue), memberChange(iface, c.FromQueue, 'removed'));
  steps.push({ undo: () => send('QueueAdd', membership(c.FromQueue, member.penalty)) });
  return added.seen?.ok === true ? removed : { ...removed, seen: null };
};

/** Moves all agents or none. If one step is refused, the completed steps are undone. */
export const move = async (c: Of<'QueueMove'>, ctx: Pick<CommandContext, 'targets' | 'send'>): Promise<Outcome> => {
  const { targets } = ctx;
  const from = targets.queue(c.FromQueue, 'FromQueue');
  const to = targets.queue(c.ToQueue, 'ToQueue');
  if (from.owner.customerId !== to.owner.customerId) throw refuse('The queues belong to different customers');
  const ifaces = [...new Set(c.Interfaces ?? (c.Interface === undefined ? [] : [c.Interface]))];
  if (ifaces.length === 0) throw new Refusal('invalid', { errors: [{ path: 'Interface', code: 'required' }] });
  for (const iface of ifaces) {
    const member = targets.member(c.FromQueue, iface);
    if (c.FromQueue === c.ToQueue || targets.findMember(c.ToQueue, iface) !== null)
      throw refuse('Unable to add interface: Already there');
    // QueueRemove would fail after QueueAdd has succeeded, so this check comes before any change.
    if (member.membership !== 'dynamic') throw refuse('Member not dynamic');
  }
  const steps: Step[] = [];
  let confirmed = true;
  let message = '';
  try {
    for (const iface of ifaces) {
      const done = await moveOne(c, iface, ctx, steps);
      confirmed &&= done.seen?.ok === true;
      message = done.message;
    }
  } catch (error) {
    for (const step of steps.toReversed()) await step.undo().catch(() => undefined);
    throw error;
  }
  return { message, confirmed, space: null, facts: {} };
};

export const changePriority = async (
  c: Of<'QueueChangePriorityCaller'>,
  ctx: Pick<CommandContext, 'targets' | 'send'>,
): Promise<Outcome> => {
  ctx.targets.queue(c.Queue);
  const { channel } = ctx.targets.caller(c.Queue, c.Caller);
  const Immediate = c.Immediate === undefined ? undefined : bit(c.Immediate);
  const fields = { Queue: c.Queue, Caller: channel, Priority: c.Priority, Immediate };
  // Asterisk sends no event for this action, so the collector reads the queue again.
  const expected = { kind: 'queue-read', queue: c.Queue } as const;
  return outcomeOf(await ctx.send('QueueChangePriorityCaller', fields, { expected }), { channel });
};

/** The caller leaves when the ringing phone stops. After two seconds the command returns as accepted. */
const WITHDRAW_MS = 2_000;

export const withdraw = async (
  c: Of<'QueueWithdrawCaller'>,
  ctx: Pick<CommandContext, 'targets' | 'send'>,
): Promise<Outcome> => {
  ctx.targets.queue(c.Queue);
  const { channel, uniqueid } = ctx.targets.caller(c.Queue, c.Caller);
  const fields = { Queue: c.Queue, Caller: channel, WithdrawInfo: c.WithdrawInfo };
  const expected = { kind: 'moved-on', uniqueid } as const;
  return outcomeOf(await ctx.send('QueueWithdrawCaller', fields, { expected, waitMs: WITHDRAW_MS }), { channel });
};
