// Returns the registrations of lines as their PBX reports them.
import type { PhoneContact, Registration } from '@ringside/core/contract/subscribers/registrations.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import type { Db } from '../../platform/db/connect.ts';
import { linesOf, type LineAtPbx } from './registration-queries.ts';

const stateOf = (contacts: readonly PhoneContact[]): Registration['state'] => {
  if (contacts.length === 0) return 'unregistered';
  return contacts.some((c) => c.reachable !== false) ? 'registered' : 'unreachable';
};

const REASONS = { 'no-login': 'not-set-up', denied: 'not-allowed', away: 'away' } as const;

const iso = (ms: number): string => new Date(ms).toISOString();

export const registrationOf = async (
  deps: { readonly pbx: Pick<PbxSide, 'contactsOf'> },
  line: LineAtPbx,
): Promise<Registration> => {
  const answer = await deps.pbx.contactsOf(line.serverId);
  if (answer.kind !== 'read')
    return { id: line.id, state: 'unknown', reason: REASONS[answer.kind], contacts: [], readAt: null };
  const contacts = answer.contacts
    .filter((c) => c.endpoint === line.sipUsername)
    .map(({ address, userAgent, reachable, roundTripMicros, expiresAt }) => ({
      address,
      userAgent,
      reachable,
      roundTripMicros,
      expiresAt: expiresAt === null ? null : iso(expiresAt * 1000),
    }));
  return { id: line.id, state: stateOf(contacts), reason: null, contacts, readAt: iso(answer.at) };
};

export const registrationsOf = async (
  deps: { readonly db: Db; readonly pbx: Pick<PbxSide, 'contactsOf'> },
  caller: Caller,
  ids: string,
): Promise<Registration[]> => {
  const lines = await linesOf(deps.db, caller, ids);
  return Promise.all(lines.map((line) => registrationOf(deps, line)));
};
