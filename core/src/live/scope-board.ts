// What a screen on the wall sees that was opened by a link: the queues of its board, and of who calls and who is called
// nothing but that they are there.
import { assertNever } from '../base/assert-never.ts';
import type { LiveEvent } from './event.ts';
import { queueKey, type CallerRow, type LiveState, type MemberRow, type Owner, type ServerRow } from './state.ts';

export interface BoardViewer {
  readonly reach: 'board';
  readonly customerId: string;
  /** Keys of `queueKey`. A queue that another customer has by now is not shown. */
  readonly queues: readonly string[];
  /** The servers of those queues. */
  readonly serverIds: readonly number[];
}

export const boardKey = (who: BoardViewer): string =>
  `board:${who.customerId}:${[...who.queues].sort().join('\n')}:${[...who.serverIds].sort((a, b) => a - b).join(',')}`;

export const seesQueue = (who: BoardViewer, serverId: number, queue: string, owner: Owner): boolean =>
  owner.customerId === who.customerId &&
  who.serverIds.includes(serverId) &&
  who.queues.includes(queueKey(serverId, queue));

const plainServer = (row: ServerRow): ServerRow => (row.problem === null ? row : { ...row, problem: null });

/** A channel's name may hold the number that was dialled. */
const plainMember = (row: MemberRow): MemberRow => ({ ...row, callerNumber: null, callerName: null, channel: null });

const plainCaller = (row: CallerRow): CallerRow => ({
  ...row,
  channel: '',
  callerIdNum: '',
  callerIdName: '',
  connectedLineNum: '',
  connectedLineName: '',
});

type OfQueue = { readonly serverId: number; readonly queue: string; readonly owner: Owner };

const kept = <R>(from: Map<string, R>, test: (row: R) => boolean, as: (row: R) => R): Map<string, R> => {
  const rows = new Map<string, R>();
  for (const [key, row] of from) if (test(row)) rows.set(key, as(row));
  return rows;
};

export const boardScope = (state: LiveState, who: BoardViewer): LiveState => {
  const seen = (row: OfQueue): boolean => seesQueue(who, row.serverId, row.queue, row.owner);
  return {
    servers: kept(state.servers, (s) => who.serverIds.includes(s.id), plainServer),
    quality: new Map(),
    queues: kept(
      state.queues,
      (q) => seesQueue(who, q.serverId, q.name, q.owner),
      (q) => q,
    ),
    members: kept(state.members, seen, plainMember),
    callers: kept(state.callers, seen, plainCaller),
    calls: new Map(),
  };
};

/** The event as the board may see it, or null. */
export const boardScopeEvent = (e: LiveEvent, who: BoardViewer): LiveEvent | null => {
  if (!who.serverIds.includes(e.serverId)) return null;
  const seen = (row: OfQueue): boolean => seesQueue(who, row.serverId, row.queue, row.owner);
  switch (e.kind) {
    case 'server-snapshot':
      return { ...e, server: plainServer(e.server), calls: [], quality: [] };
    case 'queues-snapshot':
      if (e.queue !== null && !who.queues.includes(queueKey(e.serverId, e.queue))) return null;
      return {
        ...e,
        queues: e.queues.filter((q) => seesQueue(who, q.serverId, q.name, q.owner)),
        members: e.members.filter(seen).map(plainMember),
        callers: e.callers.filter(seen).map(plainCaller),
      };
    case 'server':
      return { ...e, server: plainServer(e.server) };
    case 'server-removed':
      return e;
    case 'queue':
      return seesQueue(who, e.serverId, e.row.name, e.row.owner) ? e : null;
    case 'member':
      return seen(e.row) ? { ...e, row: plainMember(e.row) } : null;
    case 'caller':
      return seen(e.row) ? { ...e, row: plainCaller(e.row) } : null;
    case 'queue-removed':
    case 'queue-summary':
    case 'queue-today':
    case 'member-removed':
    case 'caller-left':
    case 'caller-abandoned':
      return seen(e) ? e : null;
    // Calls, their quality and how they ended name people, and change nothing that a board shows.
    case 'quality':
    case 'outcome':
    case 'call':
    case 'call-removed':
      return null;
    default:
      return assertNever(e);
  }
};
