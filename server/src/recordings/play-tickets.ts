// An `<audio>` shows no session, so its address carries a ticket: one recording, one session, two hours. The session is looked
// up again at each request: who signs out or loses his rights hears no more. Nothing is kept: the ticket is signed.
import type { Secrets } from '../db/secrets.ts';

const LIFE_MS = 2 * 3_600_000;
const PURPOSE = 'recording.play';

export interface PlayTicket {
  readonly recordingId: string;
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface PlayTickets {
  make(recordingId: string, sessionId: string): { readonly ticket: string; readonly expiresAt: number };
  /** null: forged, changed or late. */
  read(ticket: string): PlayTicket | null;
}

const FORM = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(\d{13})\.([A-Za-z0-9_-]{43})$/;

export const createPlayTickets = (secrets: Pick<Secrets, 'sign'>, now: () => number): PlayTickets => ({
  make: (recordingId, sessionId) => {
    const expiresAt = now() + LIFE_MS;
    const facts = `${recordingId}.${sessionId}.${expiresAt}`;
    return { ticket: `${facts}.${secrets.sign(facts, PURPOSE)}`, expiresAt };
  },
  read: (ticket) => {
    const [, recordingId, sessionId, until, signature] = FORM.exec(ticket) ?? [];
    if (recordingId === undefined || sessionId === undefined || until === undefined) return null;
    const expiresAt = Number(until);
    if (secrets.sign(`${recordingId}.${sessionId}.${until}`, PURPOSE) !== signature || expiresAt <= now()) return null;
    return { recordingId, sessionId, expiresAt };
  },
});
