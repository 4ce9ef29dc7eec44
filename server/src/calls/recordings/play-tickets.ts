// An `<audio>` element sends no session, so its URL carries a signed ticket for one recording and one session, valid for two
// hours. Each request checks the session again, so playback stops after a sign-out or a loss of rights. Nothing is stored.
import type { Secrets } from '../../platform/db/secrets/secrets.ts';

const LIFE_MS = 2 * 3_600_000;
const PURPOSE = 'recording.play';

interface PlayTicket {
  readonly recordingId: string;
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

interface PlayTickets {
  make(recordingId: string, sessionId: string): { readonly ticket: string; readonly expiresAt: number };
  /** Returns `null` for a forged, changed or expired ticket. */
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
