// Tracks the calls of one PBX server, one row per linked ID for any number of channels.
import { numberAt } from '../../asterisk/dialplan-places.ts';
import type { ChannelFact, PartyFact, ShownChannelFact } from '../../asterisk/fact.ts';
import type { CallCause } from '../event.ts';
import { callKey, type CallRow, type Owner } from '../state.ts';
import { createCallBook, type CallBook, type ChannelChange } from './call-book.ts';
import type { QueuePart } from './call-owners.ts';
import { sameCallRow, type Channel } from './call-row.ts';
import type { Tracked } from './tracked.ts';

/** One channel of a call. */
export interface CallLeg {
  readonly channel: string;
  readonly uniqueid: string;
  /** The dialplan context of the last event. For a phone that was called, the context where its own calls start. */
  readonly context: string;
  readonly state: number;
  readonly bridged: boolean;
  /** Called by another channel. */
  readonly dialled: boolean;
  readonly parked: boolean;
  /** Lot and space while parked, in the format of the application ParkedCall: `default,701`. Otherwise ''. */
  readonly space: string;
}

/** Returns the device of a channel: `PJSIP/acme-101` of `PJSIP/acme-101-0000001f`, `Local/203@ctx` of `Local/203@ctx-00000001;2`. */
export const deviceOf = (channel: string): string => channel.replace(/-[0-9a-f]{8}(;[12])?$/i, '');

const legOf = ({ fact, bridged, dialled, parked, space }: Channel): CallLeg => {
  const { channel, uniqueid, context, state } = fact;
  return { channel, uniqueid, context, state, bridged, dialled, parked, space };
};

const previousOf = ({ owners: previousOwners, queue: previousQueue, queueOwner: previousQueueOwner }: CallRow) => ({
  ...{ previousOwners, previousQueue, previousQueueOwner },
});

/** Emits the row of a call when it changed, and the end of a call. */
const createCallEvents = (t: Tracked, book: CallBook) => {
  const rowOf = (linkedid: string): CallRow | undefined => t.state.calls.get(callKey(t.serverId, linkedid));
  const refresh = (linkedid: string, at: number, cause: CallCause): void => {
    const row = book.build(linkedid);
    if (!row) return;
    const known = rowOf(linkedid);
    if (known && sameCallRow(known, row)) return;
    t.emit({ kind: 'call', serverId: t.serverId, at, cause, row, ...previousOf(known ?? row) });
  };
  const end = (linkedid: string, at: number, hangupCause: number, hangupText: string): void => {
    const row = rowOf(linkedid);
    if (!row) return;
    const { owners, queue, queueOwner, uniqueid, channel, channelOwner } = row;
    t.emit({
      ...{ kind: 'call-removed', serverId: t.serverId, at },
      ...{ owners, queue, queueOwner, linkedid, uniqueid, channel, channelOwner },
      ...{ hangupCause, hangupText },
    });
  };
  return {
    rowOf,
    refresh,
    leave: (uniqueid: string, linkedid: string, at: number, cause: number, text: string): void => {
      if (book.leave(uniqueid, linkedid)) refresh(linkedid, at, 'Newstate');
      else end(linkedid, at, cause, text);
    },
  };
};

/** Handles changes of the queue that a call is in or came from. */
const createQueueChanges = (book: CallBook, refresh: (linkedid: string, at: number, cause: CallCause) => void) => {
  const { queueParts } = book;
  /** Returns the call of the queue caller with this channel. */
  const queueCallOf = (callerUniqueid: string): { readonly linkedid: string; readonly part: QueuePart } | null => {
    const linkedid = book.channel(callerUniqueid)?.fact.linkedid;
    const part = linkedid === undefined ? undefined : queueParts.get(linkedid);
    return linkedid !== undefined && part?.callerUniqueid === callerUniqueid ? { linkedid, part } : null;
  };

  return {
    inQueue(linkedid: string, part: QueuePart, at: number): void {
      queueParts.set(linkedid, part);
      refresh(linkedid, at, 'Newstate');
    },
    /** The agent hung up or transferred the caller. */
    agentLeft(callerUniqueid: string, at: number): void {
      const call = queueCallOf(callerUniqueid);
      if (call === null) return;
      queueParts.set(call.linkedid, { ...call.part, agent: null, agentInterface: null, handedOver: true });
      refresh(call.linkedid, at, 'Newstate');
    },
    callerReplaced(before: string, now: string): void {
      const call = queueCallOf(before);
      if (call !== null) queueParts.set(call.linkedid, { ...call.part, callerUniqueid: now });
    },
    /** The caller took the queue position of another channel. */
    moved(before: string, now: ChannelFact, at: number): void {
      const call = queueCallOf(before);
      if (call === null) return;
      queueParts.delete(call.linkedid);
      queueParts.set(now.linkedid, { ...call.part, callerUniqueid: now.uniqueid });
      for (const each of [call.linkedid, now.linkedid]) refresh(each, at, 'Newstate');
    },
  };
};

/** Updates the parties of a call after a transfer outside queues. */
const createTransfers = (book: CallBook, refresh: (linkedid: string, at: number, cause: CallCause) => void) => {
  const transferred = (party: PartyFact, number: string, at: number): void => {
    const linkedid = book.sendTo(party.uniqueid, number);
    if (linkedid !== null) refresh(linkedid, at, 'Newstate');
  };
  return {
    transferred,
    /**
     * Handles the end of an attended transfer. Asterisk omits the party or the target when the transferer hangs up while the target
     * answers. They are then the other channels of the call.
     */
    attendedTransfer(transferer: PartyFact, party: PartyFact | null, target: PartyFact | null, at: number): void {
      const linkedid = book.channel((party ?? target ?? transferer).uniqueid)?.fact.linkedid;
      const others = book.partsOf(linkedid ?? '').filter((c) => c.bridged && c.fact.uniqueid !== transferer.uniqueid);
      const reached = book.channel(target?.uniqueid ?? '') ?? others.find((c) => c.fact.channel.startsWith('Local/'));
      const sent = party ?? others.find((c) => c !== reached && !c.fact.channel.startsWith('Local/'))?.fact;
      if (reached === undefined || sent === undefined) return;
      transferred(sent, numberAt(reached.fact.callerIdNum) || numberAt(reached.fact.exten), at);
    },
  };
};

export const createTrackedCalls = (t: Tracked) => {
  const book = createCallBook(t);
  const { queueParts } = book;
  const { rowOf, refresh, leave } = createCallEvents(t, book);

  /** Adds or updates the channel. A changed linked ID moves it and its call to the other call. */
  const see = (fact: ChannelFact, at: number, change: ChannelChange = {}): void => {
    const before = book.channel(fact.uniqueid)?.fact.linkedid;
    const isNew = !book.has(fact.linkedid) && rowOf(fact.linkedid) === undefined;
    if (!book.put(fact, at, change)) return;
    if (before !== undefined && before !== fact.linkedid) {
      const part = queueParts.get(before);
      if (part && !queueParts.has(fact.linkedid)) queueParts.set(fact.linkedid, part);
      leave(fact.uniqueid, before, at, 0, '');
    }
    refresh(fact.linkedid, at, isNew ? 'Newchannel' : 'Newstate');
  };
  return {
    /** Returns the channels of the call in order of arrival. */
    legs: (linkedid: string): CallLeg[] => book.partsOf(linkedid).map(legOf),
    ...createQueueChanges(book, refresh),
    ...createTransfers(book, refresh),
    held: book.held,
    see,
    /** Ignores unknown channels, which have ended or are never shown. */
    touch: (fact: ChannelFact, at: number, change: ChannelChange): void => {
      if (book.channel(fact.uniqueid) !== undefined) see(fact, at, change);
    },
    linkedidOf: (uniqueid: string): string | null => book.channel(uniqueid)?.fact.linkedid ?? null,
    /** Returns the owner of the channel's call: the device's customer if it owns a part, otherwise the first owner. */
    ownerOfLeg: (fact: ChannelFact): Owner => {
      const own = t.owners.ofChannel(t.serverId, fact);
      const owners = rowOf(book.channel(fact.uniqueid)?.fact.linkedid ?? fact.linkedid)?.owners ?? [own];
      return owners.find((o) => o.customerId !== null && o.customerId === own.customerId) ?? owners[0] ?? own;
    },
    rename(uniqueid: string, newName: string, at: number): void {
      const known = book.channel(uniqueid);
      if (known) see({ ...known.fact, channel: newName }, at);
    },
    dialled: (callee: ChannelFact, at: number): void => see(callee, at, { dialled: true }),
    hangup(fact: PartyFact, at: number, cause: number, text: string): void {
      const linkedid = book.channel(fact.uniqueid)?.fact.linkedid ?? fact.linkedid;
      book.drop(fact.uniqueid);
      leave(fact.uniqueid, linkedid, at, cause, text);
    },
    /** Replaces all channels and returns the call rows. */
    replace(
      shown: readonly ShownChannelFact[],
      at: number,
      parts: ReadonlyMap<string, QueuePart> = new Map(),
    ): CallRow[] {
      book.replace(shown, at, parts);
      return [...book.linkedids()].flatMap((linkedid) => book.build(linkedid) ?? []);
    },
    /** Sends rows whose owners changed. */
    reown(at: number): void {
      for (const linkedid of book.linkedids()) refresh(linkedid, at, 'Newstate');
    },
  };
};

export type TrackedCalls = ReturnType<typeof createTrackedCalls>;
