// Limits the live state to the queues of a wallboard opened by a link, without names and numbers of callers.
import { assertNever } from '../base/assert-never.ts';
import { copyRows } from './copy-rows.ts';
import type { LiveEvent } from './event.ts';
import type { PartyFact } from '../asterisk/fact.ts';
import {
  busyElsewhere,
  emptyState,
  queueKey,
  type CallerRow,
  type LiveState,
  type MemberRow,
  type Owner,
  type ServerRow,
} from './state.ts';

export interface BoardViewer {
  readonly reach: 'board';
  readonly customerId: string;
  /** Keys as made by `queueKey`. Queues that now belong to another customer are hidden. */
  readonly queues: readonly string[];
  /** The servers of `queues`. */
  readonly serverIds: readonly number[];
}

export const boardKey = (who: BoardViewer): string =>
  `board:${who.customerId}:${[...who.queues].sort().join('\n')}:${[...who.serverIds].sort((a, b) => a - b).join(',')}`;

export const seesQueue = (who: BoardViewer, serverId: number, queue: string, owner: Owner): boolean =>
  owner.customerId === who.customerId &&
  who.serverIds.includes(serverId) &&
  who.queues.includes(queueKey(serverId, queue));

const plainServer = (row: ServerRow): ServerRow => (row.problem === null ? row : { ...row, problem: null });

/** Removes the channel too, because its name may contain the dialed number. */
const plainMember = (row: MemberRow, who: BoardViewer): MemberRow => {
  if (row.callOwner !== null && row.callOwner.customerId !== who.customerId) return busyElsewhere(row);
  const onBoard = row.callQueue !== null && who.queues.includes(queueKey(row.serverId, row.callQueue));
  return {
    ...row,
    ...{ callerNumber: null, callerName: null, channel: null, linkedid: null },
    ...(onBoard ? {} : { callQueue: null, callOwner: null }),
  };
};

const plainCaller = (row: CallerRow): CallerRow => ({
  ...row,
  channel: '',
  callerIdNum: '',
  callerIdName: '',
  connectedLineNum: '',
  connectedLineName: '',
});

type OfQueue = { readonly serverId: number; readonly queue: string; readonly owner: Owner };

export const boardScope = (state: LiveState, who: BoardViewer): LiveState => {
  const seen = (row: OfQueue): boolean => seesQueue(who, row.serverId, row.queue, row.owner);
  const shown = emptyState();
  copyRows(state.servers, shown.servers, (s) => who.serverIds.includes(s.id), plainServer);
  copyRows(state.queues, shown.queues, (q) => seesQueue(who, q.serverId, q.name, q.owner));
  copyRows(state.members, shown.members, seen, (m) => plainMember(m, who));
  copyRows(state.callers, shown.callers, seen, plainCaller);
  return shown;
};

/** Removes the parties of a call, because they name people and channels. */
const withoutParties = <E extends { readonly caller?: PartyFact; readonly agent?: PartyFact }>(e: E): E => {
  const event = { ...e };
  delete (event as { caller?: PartyFact }).caller;
  delete (event as { agent?: PartyFact }).agent;
  return event;
};

/** Returns the event as the board may see it, or `null`. */
export const boardScopeEvent = (e: LiveEvent, who: BoardViewer): LiveEvent | null => {
  if (!who.serverIds.includes(e.serverId)) return null;
  const seen = (row: OfQueue): boolean => seesQueue(who, row.serverId, row.queue, row.owner);
  switch (e.kind) {
    case 'server-snapshot':
      return { ...e, server: plainServer(e.server), calls: [], quality: [] };
    case 'queues-snapshot':
      if (e.queue !== null && (e.owner === null || !seesQueue(who, e.serverId, e.queue, e.owner))) return null;
      return {
        ...e,
        queues: e.queues.filter((q) => seesQueue(who, q.serverId, q.name, q.owner)),
        members: e.members.filter(seen).map((m) => plainMember(m, who)),
        callers: e.callers.filter(seen).map(plainCaller),
      };
    case 'server': {
      const server = plainServer(e.server);
      return server === e.server ? e : { ...e, server };
    }
    case 'server-removed':
      return e;
    case 'queue':
      return seesQueue(who, e.serverId, e.row.name, e.row.owner) ? e : null;
    case 'member':
      return seen(e.row) ? { ...withoutParties(e), row: plainMember(e.row, who) } : null;
    case 'caller':
      return seen(e.row) ? { ...e, row: plainCaller(e.row) } : null;
    case 'queue-removed':
    case 'queue-summary':
    case 'queue-today':
    case 'member-removed':
      return seen(e) ? e : null;
    case 'caller-left':
    case 'caller-abandoned':
      return seen(e) ? withoutParties(e) : null;
    // These events name people and change nothing that a board shows.
    case 'quality':
    case 'outcome':
    case 'call':
    case 'call-removed':
      return null;
    default:
      return assertNever(e);
  }
};
