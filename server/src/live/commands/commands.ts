// Runs live commands from HTTP and the socket: checks permission and scope, sends AMI actions, writes the audit entry.
import { can } from '@ringside/core/access/ability.ts';
import { assertNever } from '@ringside/core/base/assert-never.ts';
import type { LiveCommand, LiveCommandResult } from '@ringside/core/contract/live/live-commands.ts';
import { serverKey, type LiveState, type Owner } from '@ringside/core/live/state.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { operatedBy } from '../../platform/sessions/effective-caller.ts';
import { attendedTransfer, blindTransfer, hangup, park, record, stopRecord } from './call-commands.ts';
import { legsOf, refuse, senderOf, type CommandContext, type Outcome, type Send } from './command-context.ts';
import { targetsFor, type Targets } from './command-targets.ts';
import { missingClass } from '../missing-class.ts';
import type { Owners } from '../owners.ts';
import { isOwnCommand } from './own-commands.ts';
import { call, pickUp, spy } from './phone-commands.ts';
import type { Phones } from './phone-queries.ts';
import { add, changePriority, move, pause, remove, setPenalty, withdraw } from './queue-commands.ts';
import { createRecordings, type Recordings } from '../recordings.ts';

/** A command and its outcome, for the audit trail. */
export interface CommandFact {
  readonly serverId: number;
  readonly command: LiveCommand;
  readonly customerId: string | null;
  readonly outcome: 'done' | 'refused';
  readonly message: string;
  /** Whether PBX events confirmed the command, and the values that the server derived. `null` for a refused command. */
  readonly result: Pick<Outcome, 'confirmed' | 'space' | 'facts'> | null;
}

interface CommandParts {
  readonly bus: Bus;
  readonly state: LiveState;
  readonly owners: Owners;
  readonly phones: Phones;
  readonly now: () => number;
  readonly record: (caller: Caller, fact: CommandFact) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

type CommandDone = Omit<LiveCommandResult, 'response'>;
export type RunCommand = (caller: Caller, serverId: number, command: LiveCommand) => Promise<CommandDone>;

const perform = (c: LiveCommand, ctx: CommandContext, recordings: Recordings): Promise<Outcome> => {
  switch (c.action) {
    case 'QueuePause':
      return pause(c, ctx);
    case 'QueuePenalty':
      return setPenalty(c, ctx);
    case 'QueueAdd':
      return add(c, ctx);
    case 'QueueRemove':
      return remove(c, ctx);
    case 'QueueMove':
      return move(c, ctx);
    case 'QueueChangePriorityCaller':
      return changePriority(c, ctx);
    case 'QueueWithdrawCaller':
      return withdraw(c, ctx);
    case 'Hangup':
      return hangup(c, ctx);
    case 'BlindTransfer':
      return blindTransfer(c, ctx);
    case 'Atxfer':
      return attendedTransfer(c, ctx);
    case 'Park':
      return park(c, ctx);
    case 'Record':
      return record(c, ctx, recordings);
    case 'StopRecord':
      return stopRecord(c, ctx, recordings);
    case 'Listen':
    case 'Whisper':
    case 'Barge':
      return spy(c, ctx);
    case 'PickUp':
      return pickUp(c, ctx);
    case 'Call':
      return call(c, ctx);
    default:
      return assertNever(c);
  }
};

/** Returns the owner of the queue, call or agent, whose audit trail gets the entry. */
const ownerOf = (c: LiveCommand, targets: Targets): Owner | null => {
  try {
    if ('Queue' in c && c.Queue !== undefined) return targets.queue(c.Queue).owner;
    if ('FromQueue' in c) return targets.queue(c.FromQueue).owner;
    if ('Channel' in c) return targets.call(c.Channel).owner;
    if (c.action === 'Call') return null;
    return 'Interface' in c && c.Interface !== undefined ? (targets.memberships(c.Interface)[0]?.owner ?? null) : null;
  } catch {
    return null;
  }
};

/** Adds the missing manager.conf class to a refusal, only for platform staff, who can change that file. */
const named =
  (send: Send, caller: Caller): Send =>
  async (action, fields, ask) => {
    try {
      return await send(action, fields, ask);
    } catch (error) {
      const missing =
        error instanceof Refusal && error.code === 'pbx-refused' ? missingClass(action, error.detail) : null;
      throw missing === null || caller.viewer.reach !== 'platform' ? error : refuse(missing);
    }
  };

/**
 * Returns a function that runs a command and resolves with the PBX's message and whether its events confirmed it.
 * @throws Refusal: `forbidden`, `not-found` (unknown or of another customer), `conflict` (the caller has no own line),
 * `pbx-not-connected`, `pbx-refused` (`detail` is the message of the PBX), `invalid`
 */
export const createCommands = (parts: CommandParts): RunCommand => {
  const { bus, state, owners, phones, now } = parts;
  const recordings = createRecordings();
  return async (caller, serverId, command) => {
    const { abilities } = caller;
    const onQueue = command.action.startsWith('Queue') && can(abilities, 'operate', 'queue');
    if (!can(abilities, 'operate', 'live') && !onQueue) {
      if (caller.suspended) throw new Refusal('customer-suspended');
      const own = await phones.ownPhones(caller.userId, serverId);
      if (!isOwnCommand(caller, command, own)) throw new Refusal('forbidden');
    }
    const targets = targetsFor(state, operatedBy(caller), serverId);
    const customerId = ownerOf(command, targets)?.customerId ?? caller.customerId;
    const tell = (fact: Pick<CommandFact, 'outcome' | 'message' | 'result'>) =>
      parts.record(caller, { serverId, command, customerId, ...fact });
    const away = state.servers.get(serverKey(serverId))?.connected !== true;
    const send = away ? () => Promise.reject(new Refusal('pbx-not-connected')) : senderOf(bus, serverId);
    const legs = legsOf(bus, serverId);
    const refused = async (error: unknown): Promise<void> => {
      if (error instanceof Refusal && error.code !== 'not-found')
        await tell({ outcome: 'refused', message: error.detail || error.message, result: null });
    };
    const late = (running: Promise<Outcome>): void =>
      void running
        .then(({ message, ...result }) => tell({ outcome: 'done', message, result }), refused)
        .catch(parts.onError);
    const ctx = { caller, serverId, targets, owners, phones, send: named(send, caller), legs, now, late };
    try {
      const { message, ...result } = await perform(command, ctx, recordings);
      await tell({ outcome: 'done', message, result });
      return { message, confirmed: result.confirmed, space: result.space };
    } catch (error) {
      await refused(error);
      throw error;
    }
  };
};
