// Stores connections between calls, such as two calls joined by an attended transfer: channels of one continue under the linked id of the
// other. A trunk's channel is rated once, in its original call, for its complete duration.
import { sql } from 'kysely';
import { callMarksOf } from '@ringside/core/asterisk/call-marks.ts';
import { isLocal } from '@ringside/core/calls/channel-names.ts';
import { serialOf } from '@ringside/core/calls/trunk-time.ts';
import type { Leg } from '@ringside/core/asterisk/leg.ts';
import type { Db } from '../platform/db/connect.ts';
import { knownCalls } from './queries.ts';

export interface CallLink {
  readonly linkedid: string;
  /** Linked id of the call in which a channel started. */
  readonly origin: string;
}

/** A channel that Asterisk dialed, but for which the available legs do not show the calling channel. */
interface Orphan {
  readonly linkedid: string;
  readonly channel: string;
  readonly uniqueid: string;
}

const OUTGOING = '(Outgoing Line)';

/** Collects possible origins from the legs of one linked id. */
const originsIn = (linkedid: string, legs: readonly Leg[]) => {
  const origins = new Set<string>();
  /** Unique ids of channels that may have started their own call. */
  const perhaps = new Set<string>();
  const orphans: Orphan[] = [];
  const marked = new Set<string>();
  for (const { userField } of legs) {
    if (!userField.includes(':')) continue;
    for (const mark of callMarksOf(userField)) {
      if (mark.kind === 'out') {
        marked.add(mark.serial);
        origins.add(mark.linkedid);
      } else if (mark.kind === 'end' && mark.uniqueid !== '') {
        marked.add(mark.serial);
        origins.add(mark.uniqueid);
      }
    }
  }
  for (const { channel, uniqueid, lastData } of legs) {
    if (uniqueid === linkedid || isLocal(channel) || marked.has(serialOf(channel))) continue;
    const isKnown = (leg: Leg): boolean =>
      leg.destinationChannel === channel || (leg.channel === channel && leg.uniqueid === linkedid);
    if (legs.some(isKnown)) continue;
    if (lastData === OUTGOING) orphans.push({ linkedid, channel, uniqueid });
    else perhaps.add(uniqueid);
  }
  origins.delete(linkedid);
  return { origins, perhaps, orphans };
};

const CREATED = /^(.*?)([0-9]{9,11})\.[0-9]+$/;
/** Maximum seconds before a call dials, for menus and other trunks. */
const DIALS_WITHIN = 120;

/** Finds the linked ids that dialed the channel. Unique ids contain their creation second, so the index narrows the search. */
const dialledIn = async (db: Db, serverId: number, { linkedid, channel, uniqueid }: Orphan): Promise<CallLink[]> => {
  const [, before = '', second = ''] = CREATED.exec(uniqueid) ?? [];
  if (second === '') return [];
  const [from, to] = [Number(second) - DIALS_WITHIN, Number(second) + 1].map((at) => `${before}${at}`);
  const { rows } = await sql<{ origin: string }>`select distinct linkedid as origin from cdr_legs
    where server_id = ${serverId} and linkedid >= ${from} and linkedid <= ${to} and linkedid <> ${linkedid}
      and destination_channel = ${channel} limit 2`.execute(db);
  return rows.map(({ origin }) => ({ linkedid, origin }));
};

/** Returns the connections that the legs reveal. `byCall`: legs by linked id. */
export const linksIn = async (
  db: Db,
  serverId: number,
  byCall: ReadonlyMap<string, readonly Leg[]>,
): Promise<readonly CallLink[]> => {
  const links: CallLink[] = [];
  const candidates: CallLink[] = [];
  for (const [linkedid, legs] of byCall) {
    const { origins, perhaps, orphans } = originsIn(linkedid, legs);
    for (const origin of origins) links.push({ linkedid, origin });
    for (const origin of perhaps) candidates.push({ linkedid, origin });
    for (const orphan of orphans) links.push(...(await dialledIn(db, serverId, orphan)));
  }
  const asked = candidates.flatMap(({ origin }) => (byCall.has(origin) ? [] : [origin]));
  const stored = asked.length === 0 ? new Set<string>() : await knownCalls(db, serverId, asked);
  return [...links, ...candidates.filter(({ origin }) => byCall.has(origin) || stored.has(origin))];
};

export const addLinks = async (db: Db, serverId: number, links: readonly CallLink[]): Promise<void> => {
  if (links.length === 0) return;
  await sql`insert into call_links (server_id, linkedid, origin)
    select ${serverId}, l.linkedid, l.origin from json_to_recordset(${JSON.stringify(links)}::json)
      as l(linkedid text, origin text) on conflict do nothing`.execute(db);
};

/** Returns the connections of these calls, in either direction. */
export const linksOf = async (db: Db, serverId: number, linkedids: readonly string[]): Promise<readonly CallLink[]> => {
  if (linkedids.length === 0) return [];
  const { rows } = await sql<CallLink>`
    select linkedid, origin from call_links where server_id = ${serverId} and linkedid = any(${[...linkedids]}::text[])
    union select linkedid, origin from call_links where server_id = ${serverId} and origin = any(${[...linkedids]}::text[])`.execute(
    db,
  );
  return rows;
};

/** Returns the connected calls of each call. */
export const partnersBy = (links: readonly CallLink[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const partners = new Map<string, Set<string>>();
  const note = (one: string, other: string): void => {
    partners.set(one, (partners.get(one) ?? new Set()).add(other));
  };
  for (const { linkedid, origin } of links) {
    note(linkedid, origin);
    note(origin, linkedid);
  }
  return partners;
};
