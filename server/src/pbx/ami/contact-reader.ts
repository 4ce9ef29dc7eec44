// Reads phone registrations: one request at a time per PBX, cached for a few seconds.
import type { ContactsRead } from './read-contacts.ts';
import type { LinkSettings } from './settings.ts';

type ContactsAnswer = (ContactsRead | { readonly kind: 'no-login' }) & {
  /** Epoch ms of the request to the PBX. */
  readonly at: number;
};

interface ContactReaderParts {
  /** Returns the login for the request; `null` if none was entered or the PBX server is disabled. */
  readonly loginOf: (serverId: number) => Promise<LinkSettings | null>;
  readonly read: (settings: LinkSettings) => Promise<ContactsRead>;
  readonly now: () => number;
}

/** Cache lifetime. An open page polls about as often. */
const FRESH_MS = 8_000;

export const createContactReader = (parts: ContactReaderParts): ((serverId: number) => Promise<ContactsAnswer>) => {
  const answers = new Map<number, Promise<ContactsAnswer>>();
  const asked = new Map<number, number>();

  const ask = async (serverId: number): Promise<ContactsAnswer> => {
    const at = parts.now();
    const login = await parts.loginOf(serverId);
    return { ...(login === null ? { kind: 'no-login' as const } : await parts.read(login)), at };
  };

  return (serverId) => {
    const now = parts.now();
    const fresh = answers.get(serverId);
    if (fresh !== undefined && now - (asked.get(serverId) ?? 0) < FRESH_MS) return fresh;
    const answer = ask(serverId);
    answers.set(serverId, answer);
    asked.set(serverId, now);
    // A failed read is not cached, so the next request tries again.
    answer.catch(() => {
      if (answers.get(serverId) === answer) answers.delete(serverId);
    });
    return answer;
  };
};
