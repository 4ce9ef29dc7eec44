// Channels of one PBX, and the calls that they make: one row a linked id, whatever the number of channels.
import type { CallCause } from './event.ts';
import type { ChannelFact, PartyFact, ShownChannelFact } from './fact.ts';
import { callKey, NOBODY, type CallRow, type Owner } from './state.ts';
import type { Tracked } from './tracked.ts';

interface Channel {
  readonly fact: ChannelFact;
  readonly at: number;
  readonly startedAt: number;
  readonly bridged: boolean;
  readonly onHold: boolean;
  readonly parked: boolean;
  /** `default,701` while parked, or ''. */
  readonly space: string;
  /** Dialled by another channel: never the source of a call. */
  readonly dialled: boolean;
}

type Change = Partial<Pick<Channel, 'bridged' | 'onHold' | 'parked' | 'space' | 'dialled'>>;

/** The queue that a call is in or came from, and who answered it there. */
export interface QueuePart {
  readonly queue: string;
  readonly agent: string | null;
  readonly agentInterface: string | null;
}

/** One channel of a call. */
export interface CallLeg {
  readonly channel: string;
  readonly uniqueid: string;
  /** The dialplan's, as the last event named it: of a phone that was called, where its own calls begin. */
  readonly context: string;
  readonly state: number;
  readonly bridged: boolean;
  /** Called by another channel. */
  readonly dialled: boolean;
  readonly parked: boolean;
  /** Lot and space while parked, as the application ParkedCall wants them: `default,701`; or ''. */
  readonly space: string;
}

const UP = 6;

/** The peer that a channel belongs to: `PJSIP/acme-101` of `PJSIP/acme-101-0000001f`, `Local/203@ctx` of `Local/203@ctx-00000001;2`. */
export const deviceOf = (channel: string): string => channel.replace(/-[0-9a-f]{8}(;[12])?$/i, '');

export const createTrackedCalls = (t: Tracked) => {
  const channels = new Map<string, Channel>();
  /** Unique ids of the channels of each call, in the order of their coming. */
  const legs = new Map<string, Set<string>>();
  const queueParts = new Map<string, QueuePart>();
  const targets = new Map<string, string>();

  const sameOwner = (a: Owner, b: Owner): boolean => a.customerId === b.customerId && a.callcenterId === b.callcenterId;

  const ownersOf = (linkedid: string, parts: readonly Channel[]): Owner[] => {
    const found: Owner[] = [];
    const add = (o: Owner): void => {
      if (o.customerId !== null && !found.some((f) => sameOwner(f, o))) found.push(o);
    };
    const part = queueParts.get(linkedid);
    if (part) add(t.owners.ofQueue(t.serverId, part.queue));
    for (const c of parts) add(t.owners.ofChannel(t.serverId, c.fact));
    return found.length > 0 ? found : [NOBODY];
  };

  const sameOwners = (a: readonly Owner[], b: readonly Owner[]): boolean =>
    a.length === b.length && a.every((o) => b.some((p) => sameOwner(o, p)));

  const partsOf = (linkedid: string): Channel[] => {
    const parts: Channel[] = [];
    for (const id of legs.get(linkedid) ?? []) {
      const part = channels.get(id);
      if (part !== undefined) parts.push(part);
    }
    return parts;
  };

  const build = (linkedid: string, parts: readonly Channel[]): CallRow | null => {
    const first = parts.find((c) => c.fact.uniqueid === linkedid) ?? parts.find((c) => !c.dialled) ?? parts[0];
    if (!first) return null;
    const known = t.state.calls.get(callKey(t.serverId, linkedid));
    const connected = parts.some((c) => c.bridged) || first.fact.state === UP;
    const part = queueParts.get(linkedid);
    const other = parts.find((c) => c !== first && c.dialled && c.fact.callerIdNum !== '');
    const exten = first.fact.exten === 's' || first.fact.exten === '' ? '' : first.fact.exten;
    const destination = targets.get(linkedid) || exten || other?.fact.callerIdNum || first.fact.connectedLineNum;
    if (destination !== '' && !targets.has(linkedid)) targets.set(linkedid, destination);
    return {
      serverId: t.serverId,
      linkedid,
      uniqueid: first.fact.uniqueid,
      channel: first.fact.channel,
      owners: ownersOf(linkedid, parts),
      state: connected ? UP : first.fact.state,
      stateDesc: connected ? 'Up' : first.fact.stateDesc,
      startedAt: known?.startedAt ?? Math.min(...parts.map((c) => c.startedAt)),
      answeredAt: known?.answeredAt ?? (parts.some((c) => c.bridged) ? Math.max(...parts.map((c) => c.at)) : null),
      source: known?.source || first.fact.callerIdNum,
      sourceName: known?.sourceName || first.fact.callerIdName,
      destination,
      queue: part?.queue ?? null,
      agent: part?.agent ?? null,
      agentInterface: part?.agentInterface ?? null,
      onHold: parts.some((c) => c.onHold),
      parked: parts.some((c) => c.parked),
    };
  };

  const same = (a: CallRow, b: CallRow): boolean => {
    for (const k in a) if (k !== 'owners' && a[k as keyof CallRow] !== b[k as keyof CallRow]) return false;
    return sameOwners(a.owners, b.owners);
  };

  const refresh = (linkedid: string, at: number, cause: CallCause): void => {
    const row = build(linkedid, partsOf(linkedid));
    if (!row) return;
    const known = t.state.calls.get(callKey(t.serverId, linkedid));
    if (known && same(known, row)) return;
    t.emit({ kind: 'call', serverId: t.serverId, at, cause, row, previousOwners: known?.owners ?? row.owners });
  };

  const end = (linkedid: string, at: number, hangupCause: number, hangupText: string): void => {
    legs.delete(linkedid);
    queueParts.delete(linkedid);
    targets.delete(linkedid);
    const row = t.state.calls.get(callKey(t.serverId, linkedid));
    if (!row) return;
    const { owners, uniqueid, channel } = row;
    t.emit({
      kind: 'call-removed',
      serverId: t.serverId,
      at,
      owners,
      linkedid,
      uniqueid,
      channel,
      hangupCause,
      hangupText,
    });
  };

  const leave = (uniqueid: string, linkedid: string, at: number, cause: number, text: string): void => {
    const set = legs.get(linkedid);
    set?.delete(uniqueid);
    if (!set || set.size === 0) end(linkedid, at, cause, text);
    else refresh(linkedid, at, 'Newstate');
  };

  /** Adds or updates the channel; a changed linked id moves it, with its call, to the other call. */
  const see = (fact: ChannelFact, at: number, change: Change = {}): void => {
    const known = channels.get(fact.uniqueid);
    if (fact.uniqueid === '' || fact.linkedid === '') return;
    const tenantId = fact.tenantId || known?.fact.tenantId || '';
    const accountCode = fact.accountCode || known?.fact.accountCode || '';
    const isWhole = fact.tenantId === tenantId && fact.accountCode === accountCode;
    channels.set(fact.uniqueid, {
      startedAt: known?.startedAt ?? at,
      bridged: change.bridged ?? known?.bridged ?? false,
      onHold: change.onHold ?? known?.onHold ?? false,
      parked: change.parked ?? known?.parked ?? false,
      space: change.space ?? known?.space ?? '',
      dialled: change.dialled ?? known?.dialled ?? false,
      at,
      fact: isWhole ? fact : { ...fact, tenantId, accountCode },
    });
    const before = known?.fact.linkedid;
    const set = legs.get(fact.linkedid);
    const isNew = set === undefined && !t.state.calls.has(callKey(t.serverId, fact.linkedid));
    if (set === undefined) legs.set(fact.linkedid, new Set([fact.uniqueid]));
    else set.add(fact.uniqueid);
    if (before !== undefined && before !== fact.linkedid) {
      const part = queueParts.get(before);
      if (part && !queueParts.has(fact.linkedid)) queueParts.set(fact.linkedid, part);
      leave(fact.uniqueid, before, at, 0, '');
    }
    refresh(fact.linkedid, at, isNew ? 'Newchannel' : 'Newstate');
  };

  /** Events about a channel that is not known (it ended, or never was shown) make no call of it. */
  const touch = (fact: ChannelFact, at: number, change: Change): void => {
    if (channels.has(fact.uniqueid)) see(fact, at, change);
  };

  return {
    /** Channels of the call, in the order of their coming. */
    legs: (linkedid: string): CallLeg[] =>
      partsOf(linkedid).map(({ fact, bridged, dialled, parked, space }) => ({
        channel: fact.channel,
        uniqueid: fact.uniqueid,
        context: fact.context,
        state: fact.state,
        bridged,
        dialled,
        parked,
        space,
      })),
    held: (): number => channels.size + legs.size + queueParts.size + targets.size,
    see,
    touch,
    linkedidOf: (uniqueid: string): string | null => channels.get(uniqueid)?.fact.linkedid ?? null,
    /** Owners of the call that the channel is part of, the queue's first; of a channel that is not known, its own. */
    ownersOf: (fact: ChannelFact): readonly Owner[] => {
      const linkedid = channels.get(fact.uniqueid)?.fact.linkedid ?? fact.linkedid;
      return t.state.calls.get(callKey(t.serverId, linkedid))?.owners ?? [t.owners.ofChannel(t.serverId, fact)];
    },
    rename(uniqueid: string, newName: string, at: number): void {
      const known = channels.get(uniqueid);
      if (known) see({ ...known.fact, channel: newName }, at);
    },
    dialled(callee: ChannelFact, at: number): void {
      see(callee, at, { dialled: true });
    },
    inQueue(linkedid: string, part: QueuePart, at: number): void {
      queueParts.set(linkedid, part);
      refresh(linkedid, at, 'Newstate');
    },
    hangup(fact: PartyFact, at: number, cause: number, text: string): void {
      const linkedid = channels.get(fact.uniqueid)?.fact.linkedid ?? fact.linkedid;
      channels.delete(fact.uniqueid);
      leave(fact.uniqueid, linkedid, at, cause, text);
    },
    /** Replaces all channels; calls that live on keep when they began. Returns the rows of the calls. */
    replace(
      shown: readonly ShownChannelFact[],
      at: number,
      parts: ReadonlyMap<string, QueuePart> = new Map(),
    ): CallRow[] {
      const before = new Map(channels);
      const keptParts = new Map(queueParts);
      const keptTargets = new Map(targets);
      for (const map of [channels, legs, queueParts, targets]) map.clear();
      const bridges = new Map<string, number>();
      for (const c of shown) if (c.bridgeId !== '') bridges.set(c.bridgeId, (bridges.get(c.bridgeId) ?? 0) + 1);
      for (const c of shown) {
        const known = before.get(c.uniqueid);
        channels.set(c.uniqueid, {
          fact: { ...c, tenantId: known?.fact.tenantId ?? c.tenantId },
          at,
          startedAt: known?.startedAt ?? at - c.durationSeconds * 1000,
          bridged: (bridges.get(c.bridgeId) ?? 0) > 1,
          onHold: known?.onHold ?? false,
          parked: known?.parked ?? false,
          space: known?.space ?? '',
          dialled: (known?.dialled ?? c.application === 'AppQueue') ? true : c.application === 'AppDial',
        });
        legs.set(c.linkedid, (legs.get(c.linkedid) ?? new Set<string>()).add(c.uniqueid));
        const queue = c.application === 'Queue' ? (c.applicationData.split(',')[0] ?? '') : '';
        const part =
          parts.get(c.linkedid) ??
          keptParts.get(c.linkedid) ??
          (queue ? { queue, agent: null, agentInterface: null } : null);
        if (part) queueParts.set(c.linkedid, part);
        const target = keptTargets.get(c.linkedid);
        if (target) targets.set(c.linkedid, target);
      }
      return [...legs.keys()].flatMap((linkedid) => build(linkedid, partsOf(linkedid)) ?? []);
    },
    /** Who owns what changed: rows whose owners changed go out anew. */
    reown(at: number): void {
      for (const linkedid of legs.keys()) refresh(linkedid, at, 'Newstate');
    },
  };
};

export type TrackedCalls = ReturnType<typeof createTrackedCalls>;
