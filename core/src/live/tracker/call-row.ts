// Builds the row of a call from its channels.
import { numberAt } from '../../asterisk/dialplan-places.ts';
import type { ChannelFact } from '../../asterisk/fact.ts';
import { callKey, NOBODY, type CallRow, type Owner } from '../state.ts';
import { callOwners, sameOwner, sameOwners, type QueuePart } from './call-owners.ts';
import type { Tracked } from './tracked.ts';

export interface Channel {
  readonly fact: ChannelFact;
  readonly at: number;
  readonly startedAt: number;
  readonly bridged: boolean;
  readonly onHold: boolean;
  readonly parked: boolean;
  /** `default,701` while parked, otherwise ''. */
  readonly space: string;
  /** Dialed by another channel, so never the source of a call. */
  readonly dialled: boolean;
  /** Created by a queue to reach an agent. */
  readonly rung: boolean;
}

const UP = 6;

const queueOwnerOf = (t: Tracked, part: QueuePart | undefined): Owner | null =>
  part === undefined ? null : t.owners.ofQueue(t.serverId, part.queue);

const ownersOf = (t: Tracked, part: QueuePart | undefined, parts: readonly Channel[]): Owner[] => {
  const legs = parts.map(({ fact, rung }) => ({
    ...{ uniqueid: fact.uniqueid, rung, owner: t.owners.ofChannel(t.serverId, fact) },
  }));
  return callOwners(part, queueOwnerOf(t, part), legs);
};

/** Data of a call in addition to its channels. */
interface CallContext {
  readonly part: QueuePart | undefined;
  /** The first number that the call reached. */
  readonly target: string | undefined;
  /** Transfer targets by channel. */
  readonly sentTo: ReadonlyMap<string, string>;
}

const firstOf = (linkedid: string, parts: readonly Channel[], sentTo: ReadonlyMap<string, string>) =>
  parts.find((c) => c.fact.uniqueid === linkedid) ??
  parts.find((c) => sentTo.has(c.fact.uniqueid)) ??
  parts.find((c) => !c.dialled) ??
  parts[0];

const dialledOf = (first: Channel, parts: readonly Channel[], sent: string, { part, target }: CallContext): string => {
  const other = parts.find((c) => c !== first && c.dialled && numberAt(c.fact.callerIdNum) !== '');
  const reached = numberAt(other?.fact.callerIdNum ?? '');
  const exten = numberAt(first.fact.exten);
  const party = part?.handedOver === true ? reached || exten : '';
  return sent || party || target || exten || reached;
};

/** Returns the row and the dialed number, or `null` for a call without channels. */
export const buildCallRow = (
  t: Tracked,
  linkedid: string,
  parts: readonly Channel[],
  context: CallContext,
): { readonly row: CallRow; readonly dialled: string } | null => {
  const { part, sentTo } = context;
  const first = firstOf(linkedid, parts, sentTo);
  if (!first) return null;
  const known = t.state.calls.get(callKey(t.serverId, linkedid));
  const connected = parts.some((c) => c.bridged) || first.fact.state === UP;
  const sent = parts.map((c) => sentTo.get(c.fact.uniqueid) ?? '').find((number) => number !== '') ?? '';
  const dialled = dialledOf(first, parts, sent, context);
  // The party that transferred the call is no longer its source.
  const isSource = known !== undefined && (sent === '' || known.uniqueid === first.fact.uniqueid);
  const row: CallRow = {
    serverId: t.serverId,
    linkedid,
    uniqueid: first.fact.uniqueid,
    channel: first.fact.channel,
    channelOwner: t.owners.ofChannel(t.serverId, first.fact),
    owners: ownersOf(t, part, parts),
    state: connected ? UP : first.fact.state,
    stateDesc: connected ? 'Up' : first.fact.stateDesc,
    startedAt: known?.startedAt ?? Math.min(...parts.map((c) => c.startedAt)),
    answeredAt: known?.answeredAt ?? (parts.some((c) => c.bridged) ? Math.max(...parts.map((c) => c.at)) : null),
    source: (isSource && known.source) || first.fact.callerIdNum,
    sourceName: (isSource && known.sourceName) || first.fact.callerIdName,
    destination: dialled || numberAt(first.fact.connectedLineNum),
    queue: part?.queue ?? null,
    queueOwner: queueOwnerOf(t, part),
    agent: part?.agent ?? null,
    agentInterface: part?.agentInterface ?? null,
    onHold: parts.some((c) => c.onHold),
    parked: parts.some((c) => c.parked),
  };
  return { row, dialled };
};

export const sameCallRow = (a: CallRow, b: CallRow): boolean => {
  for (const k in a) if (!/[oO]wner/.test(k) && a[k as keyof CallRow] !== b[k as keyof CallRow]) return false;
  return (
    sameOwners(a.owners, b.owners) &&
    sameOwner(a.channelOwner, b.channelOwner) &&
    sameOwner(a.queueOwner ?? NOBODY, b.queueOwner ?? NOBODY)
  );
};
