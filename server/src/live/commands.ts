// Commands to a PBX: who may, on what, and what is asked of the PBX. HTTP and the socket both come here.
import { can } from '@ringside/core/access/ability.ts';
import type { LiveCommand } from '@ringside/core/contract/live.ts';
import { serverKey, type LiveState, type Owner } from '@ringside/core/live/state.ts';
import { BusTimeout, type Bus } from '../bus/bus.ts';
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';
import { targetsFor, type Targets } from './command-targets.ts';
import { commandTopic, type PbxAnswer, type PbxCommand } from './live-batch.ts';
import type { Owners } from './owners.ts';

/** What was tried and what came of it, for the audit trail. */
export interface CommandFact {
  readonly serverId: number;
  readonly command: LiveCommand;
  readonly customerId: string | null;
  readonly outcome: 'done' | 'refused';
  readonly message: string;
}

export interface CommandParts {
  readonly bus: Bus;
  readonly state: LiveState;
  readonly owners: Owners;
  readonly record: (caller: Caller, fact: CommandFact) => Promise<void>;
}

export type RunCommand = (caller: Caller, serverId: number, command: LiveCommand) => Promise<{ message: string }>;

const ANSWER_MS = 16_000;

type Fields = PbxCommand['fields'];
/** Sends one AMI action; throws a refusal when it was not done. */
type Send = (action: string, fields: Fields) => Promise<string>;

const senderOf =
  (bus: Bus, serverId: number): Send =>
  async (action, fields) => {
    let answer: PbxAnswer;
    try {
      answer = (await bus.request(commandTopic(serverId), { action, fields }, ANSWER_MS)) as PbxAnswer;
    } catch (error) {
      if (error instanceof BusTimeout) throw new Refusal('pbx-not-connected');
      throw error;
    }
    switch (answer.kind) {
      case 'answered':
        if (answer.success) return answer.message;
        throw new Refusal('pbx-refused', { detail: answer.message });
      case 'away':
        throw new Refusal('pbx-not-connected');
      case 'unsendable':
        throw new Refusal('invalid', { errors: [{ path: answer.header, code: 'one-line' }] });
    }
  };

const refuse = (detail: string): Refusal => new Refusal('pbx-refused', { detail });

/** A device that the caller may put into a queue: the customer's own by its name, or an agent of his already. */
const checkDevice = (caller: Caller, targets: Targets, owners: Owners, serverId: number, iface: string): void => {
  if (!/^[A-Za-z0-9]+\/\S/.test(iface))
    throw new Refusal('invalid', { errors: [{ path: 'Interface', code: 'unknown' }] });
  if (caller.viewer.reach === 'platform') return;
  if (owners.ofDevice(iface).customerId === caller.customerId) return;
  try {
    targets.memberships(iface);
  } catch {
    throw new Refusal('not-found', { errors: [{ path: 'Interface', code: 'unknown' }] });
  }
};

/** Without a queue AMI means every queue of the PBX; here it means those of the caller's scope. */
const everyQueue = async (
  targets: Targets,
  iface: string,
  queue: string | undefined,
  send: (queue: string | undefined) => Promise<string>,
): Promise<string> => {
  if (queue !== undefined) {
    targets.queue(queue);
    targets.member(queue, iface);
    return send(queue);
  }
  const memberships = targets.memberships(iface);
  if (!targets.isShared(iface)) return send(undefined);
  let message = '';
  for (const m of memberships) message = await send(m.queue);
  return message;
};

type Of<A extends LiveCommand['action']> = Extract<LiveCommand, { action: A }>;

const bit = (value: boolean): string => (value ? 'true' : 'false');

const move = async (c: Of<'QueueMove'>, targets: Targets, send: Send): Promise<string> => {
  targets.queue(c.FromQueue, 'FromQueue');
  targets.queue(c.ToQueue, 'ToQueue');
  const member = targets.member(c.FromQueue, c.Interface);
  if (c.FromQueue === c.ToQueue || targets.findMember(c.ToQueue, c.Interface) !== null)
    throw refuse('Unable to add interface: Already there');
  // QueueRemove would refuse after QueueAdd was done: asked before, nothing changes.
  if (member.membership !== 'dynamic') throw refuse('Member not dynamic');
  await send('QueueAdd', {
    Queue: c.ToQueue,
    Interface: c.Interface,
    MemberName: member.name,
    Penalty: c.Penalty ?? member.penalty,
    Paused: bit(member.paused),
    Reason: member.paused && member.pausedReason !== '' ? member.pausedReason : undefined,
    StateInterface: member.stateInterface !== member.interface ? member.stateInterface || undefined : undefined,
  });
  try {
    return await send('QueueRemove', { Queue: c.FromQueue, Interface: c.Interface });
  } catch (error) {
    // All or nothing: the agent stays where he was.
    await send('QueueRemove', { Queue: c.ToQueue, Interface: c.Interface }).catch(() => undefined);
    throw error;
  }
};

const perform = (
  c: LiveCommand,
  caller: Caller,
  targets: Targets,
  owners: Owners,
  serverId: number,
  send: Send,
): Promise<string> => {
  switch (c.action) {
    case 'QueuePause':
      return everyQueue(targets, c.Interface, c.Queue, (Queue) =>
        send('QueuePause', { Interface: c.Interface, Paused: bit(c.Paused), Queue, Reason: c.Reason || undefined }),
      );
    case 'QueuePenalty':
      return everyQueue(targets, c.Interface, c.Queue, (Queue) =>
        send('QueuePenalty', { Interface: c.Interface, Penalty: c.Penalty, Queue }),
      );
    case 'QueueAdd': {
      targets.queue(c.Queue);
      checkDevice(caller, targets, owners, serverId, c.Interface);
      if (c.StateInterface) checkDevice(caller, targets, owners, serverId, c.StateInterface);
      const { action: _action, Paused, ...fields } = c;
      return send('QueueAdd', { ...fields, Paused: Paused === undefined ? undefined : bit(Paused) });
    }
    case 'QueueRemove':
      targets.queue(c.Queue);
      targets.member(c.Queue, c.Interface);
      return send('QueueRemove', { Queue: c.Queue, Interface: c.Interface });
    case 'QueueMove':
      return move(c, targets, send);
    case 'QueueChangePriorityCaller': {
      targets.queue(c.Queue);
      const { channel } = targets.caller(c.Queue, c.Caller);
      const Immediate = c.Immediate === undefined ? undefined : bit(c.Immediate);
      return send('QueueChangePriorityCaller', { Queue: c.Queue, Caller: channel, Priority: c.Priority, Immediate });
    }
    case 'QueueWithdrawCaller': {
      targets.queue(c.Queue);
      const { channel } = targets.caller(c.Queue, c.Caller);
      return send('QueueWithdrawCaller', { Queue: c.Queue, Caller: channel, WithdrawInfo: c.WithdrawInfo });
    }
    case 'Hangup':
      if (targets.channel(c.Channel) === null)
        throw new Refusal('not-found', { errors: [{ path: 'Channel', code: 'unknown' }] });
      return send('Hangup', { Channel: c.Channel, Cause: c.Cause });
    // Where a call may be sent, and who may hear it, is not decided yet: nobody may.
    case 'BlindTransfer':
    case 'Atxfer':
    case 'Park':
    case 'Listen':
    case 'Whisper':
    case 'Barge':
      throw refuse(`${c.action} is not available in this version`);
  }
};

/** Whose agent or call it is: whose trail the command stands in. */
const ownerOf = (c: LiveCommand, targets: Targets): Owner | null => {
  try {
    if ('Queue' in c && c.Queue !== undefined) return targets.queue(c.Queue).owner;
    if ('FromQueue' in c) return targets.queue(c.FromQueue).owner;
    if ('Channel' in c) return targets.channel(c.Channel);
    return 'Interface' in c && c.Interface !== undefined ? (targets.memberships(c.Interface)[0]?.owner ?? null) : null;
  } catch {
    return null;
  }
};

/**
 * Resolves with the PBX's own words when it was done.
 * @throws Refusal: forbidden, not-found (unknown or another customer's), pbx-not-connected, pbx-refused (its `detail` is the PBX's word), invalid
 */
export const createCommands =
  (parts: CommandParts): RunCommand =>
  async (caller, serverId, command) => {
    const { abilities } = caller;
    if (!can(abilities, 'operate', 'live') && !can(abilities, 'operate', 'queue')) throw new Refusal('forbidden');
    const targets = targetsFor(parts.state, caller.viewer, serverId);
    const customerId = ownerOf(command, targets)?.customerId ?? caller.customerId;
    const record = (outcome: CommandFact['outcome'], message: string) =>
      parts.record(caller, { serverId, command, customerId, outcome, message });
    const away = parts.state.servers.get(serverKey(serverId))?.connected !== true;
    const send: Send = (action, fields) =>
      away ? Promise.reject(new Refusal('pbx-not-connected')) : senderOf(parts.bus, serverId)(action, fields);
    try {
      const message = await perform(command, caller, targets, parts.owners, serverId, send);
      await record('done', message);
      return { message };
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'not-found')
        await record('refused', error.detail || error.message);
      throw error;
    }
  };
