// Stores the channels of one PBX server by call, and further data of each call.
import { isWatch } from '../../asterisk/dialplan-places.ts';
import type { ChannelFact, ShownChannelFact } from '../../asterisk/fact.ts';
import type { CallRow } from '../state.ts';
import { isAfterCaller, waitingPart, type QueuePart } from './call-owners.ts';
import { buildCallRow, type Channel } from './call-row.ts';
import type { Tracked } from './tracked.ts';

export type ChannelChange = Partial<Pick<Channel, 'bridged' | 'onHold' | 'parked' | 'space' | 'dialled'>>;

/** Returns the queue of a listed channel that runs Queue(), or ''. */
const queueShown = (c: ShownChannelFact): string =>
  c.application === 'Queue' ? (c.applicationData.split(',')[0] ?? '') : '';

const shownChannel = (c: ShownChannelFact, known: Channel | undefined, at: number, bridged: boolean): Channel => ({
  fact: { ...c, tenantId: known?.fact.tenantId ?? c.tenantId },
  at,
  startedAt: known?.startedAt ?? at - c.durationSeconds * 1000,
  bridged,
  onHold: known?.onHold ?? false,
  parked: known?.parked ?? false,
  space: known?.space ?? '',
  dialled: (known?.dialled ?? c.application === 'AppQueue') ? true : c.application === 'AppDial',
  rung: known?.rung ?? c.application === 'AppQueue',
});

/** Fields of a channel that a call's row is built from. */
const SHOWN_FIELDS = [
  ...(['linkedid', 'channel', 'state', 'stateDesc', 'callerIdNum', 'callerIdName', 'connectedLineNum'] as const),
  ...(['exten', 'context', 'accountCode', 'tenantId'] as const),
] as const;
const FLAGS = ['bridged', 'onHold', 'parked', 'dialled', 'rung'] as const;

/** Returns true when a call's row does not change with the channel. The time of its last event alone changes no row. */
const sameChannel = (a: Channel, b: Channel): boolean =>
  FLAGS.every((k) => a[k] === b[k]) && SHOWN_FIELDS.every((k) => a.fact[k] === b.fact[k]);

const changedChannel = (fact: ChannelFact, known: Channel | undefined, at: number, change: ChannelChange) => {
  const tenantId = fact.tenantId || known?.fact.tenantId || '';
  const accountCode = fact.accountCode || known?.fact.accountCode || '';
  const isWhole = fact.tenantId === tenantId && fact.accountCode === accountCode;
  return {
    startedAt: known?.startedAt ?? at,
    bridged: change.bridged ?? known?.bridged ?? false,
    onHold: change.onHold ?? known?.onHold ?? false,
    parked: change.parked ?? known?.parked ?? false,
    space: change.space ?? known?.space ?? '',
    dialled: change.dialled ?? known?.dialled ?? false,
    at,
    fact: isWhole ? fact : { ...fact, tenantId, accountCode },
  };
};

interface Maps {
  readonly channels: Map<string, Channel>;
  readonly legs: Map<string, Set<string>>;
  readonly queueParts: Map<string, QueuePart>;
  readonly targets: Map<string, string>;
  readonly sentTo: Map<string, string>;
}

const replaceChannels = (
  { channels, legs, queueParts, targets, sentTo }: Maps,
  shown: readonly ShownChannelFact[],
  at: number,
  parts: ReadonlyMap<string, QueuePart>,
): void => {
  const before = new Map(channels);
  const keptParts = new Map(queueParts);
  const keptTargets = new Map(targets);
  const alive = new Set(shown.map((c) => c.uniqueid));
  for (const id of [...sentTo.keys()]) if (!alive.has(id)) sentTo.delete(id);
  for (const map of [channels, legs, queueParts, targets]) map.clear();
  const bridges = new Map<string, number>();
  for (const c of shown) if (c.bridgeId !== '') bridges.set(c.bridgeId, (bridges.get(c.bridgeId) ?? 0) + 1);
  for (const c of shown) {
    const bridged = (bridges.get(c.bridgeId) ?? 0) > 1;
    channels.set(c.uniqueid, shownChannel(c, before.get(c.uniqueid), at, bridged));
    legs.set(c.linkedid, (legs.get(c.linkedid) ?? new Set<string>()).add(c.uniqueid));
    const queue = queueShown(c);
    const part = parts.get(c.linkedid) ?? keptParts.get(c.linkedid) ?? (queue ? waitingPart(queue, c.uniqueid) : null);
    if (part) queueParts.set(c.linkedid, part);
    const target = keptTargets.get(c.linkedid);
    if (target) targets.set(c.linkedid, target);
  }
  for (const [id, c] of channels) {
    const part = queueParts.get(c.fact.linkedid);
    if (!before.has(id) && part !== undefined && isAfterCaller(part, id)) channels.set(id, { ...c, rung: true });
  }
};

export const createCallBook = (t: Tracked) => {
  const channels = new Map<string, Channel>();
  /** Unique IDs of the channels of each call, in order of arrival. */
  const legs = new Map<string, Set<string>>();
  const queueParts = new Map<string, QueuePart>();
  /** The first number that each call reached. */
  const targets = new Map<string, string>();
  /** Transfer targets by transferred channel. */
  const sentTo = new Map<string, string>();

  const partsOf = (linkedid: string): Channel[] => {
    const parts: Channel[] = [];
    for (const id of legs.get(linkedid) ?? []) {
      const part = channels.get(id);
      if (part !== undefined) parts.push(part);
    }
    return parts;
  };
  const build = (linkedid: string): CallRow | null => {
    const context = { part: queueParts.get(linkedid), target: targets.get(linkedid), sentTo };
    const built = buildCallRow(t, linkedid, partsOf(linkedid), context);
    if (built === null) return null;
    if (built.dialled !== '' && !targets.has(linkedid)) targets.set(linkedid, built.dialled);
    return built.row;
  };
  const isRung = ({ linkedid, uniqueid }: ChannelFact): boolean => {
    const part = queueParts.get(linkedid);
    return part !== undefined && part.agent === null && !part.handedOver && isAfterCaller(part, uniqueid);
  };

  return {
    partsOf,
    build,
    queueParts,
    has: (linkedid: string): boolean => legs.has(linkedid),
    linkedids: (): Iterable<string> => legs.keys(),
    channel: (uniqueid: string): Channel | undefined => channels.get(uniqueid),
    held: (): number => channels.size + legs.size + queueParts.size + targets.size + sentTo.size,
    /** Adds or updates the channel of a call. Returns false for a channel that belongs to no call, or that its call's row does not show. */
    put(fact: ChannelFact, at: number, change: ChannelChange): boolean {
      if (fact.uniqueid === '' || fact.linkedid === '' || isWatch(fact.channel)) return false;
      const known = channels.get(fact.uniqueid);
      const rung = known?.rung ?? isRung(fact);
      const next: Channel = { ...changedChannel(fact, known, at, change), rung };
      channels.set(fact.uniqueid, next);
      if (known !== undefined && sameChannel(known, next)) return false;
      const set = legs.get(fact.linkedid);
      if (set === undefined) legs.set(fact.linkedid, new Set([fact.uniqueid]));
      else set.add(fact.uniqueid);
      return true;
    },
    drop(uniqueid: string): void {
      channels.delete(uniqueid);
      sentTo.delete(uniqueid);
    },
    /** Records the transfer of a party to another number. Returns the linked ID of the call. */
    sendTo(uniqueid: string, number: string): string | null {
      const linkedid = channels.get(uniqueid)?.fact.linkedid;
      if (linkedid === undefined || number === '') return null;
      for (const id of legs.get(linkedid) ?? []) sentTo.delete(id);
      sentTo.set(uniqueid, number);
      return linkedid;
    },
    /** Removes the channel from the call. Returns true when the call has other channels. */
    leave(uniqueid: string, linkedid: string): boolean {
      const set = legs.get(linkedid);
      set?.delete(uniqueid);
      if (set !== undefined && set.size > 0) return true;
      for (const map of [legs, queueParts, targets]) map.delete(linkedid);
      return false;
    },
    /** Replaces all channels with those of a list. Continuing calls keep their start, queue and destination. */
    replace: (shown: readonly ShownChannelFact[], at: number, parts: ReadonlyMap<string, QueuePart>): void =>
      replaceChannels({ channels, legs, queueParts, targets, sentTo }, shown, at, parts),
  };
};

export type CallBook = ReturnType<typeof createCallBook>;
