// Registrations of a PBX's phones for whoever looks: one question at a time to each PBX, and its answer for some seconds.
import type { ContactsRead } from './read-contacts.ts';
import type { LinkSettings } from './settings.ts';

export type ContactsAnswer = (ContactsRead | { readonly kind: 'no-login' }) & {
  /** Epoch ms at which the PBX was asked. */
  readonly at: number;
};

export interface ContactReaderParts {
  /** The login that may ask; null where none was entered, or the PBX is switched off. */
  readonly loginOf: (serverId: number) => Promise<LinkSettings | null>;
  readonly read: (settings: LinkSettings) => Promise<ContactsRead>;
  readonly now: () => number;
}

/** A page that stays open asks again about as often. */
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
    // A database that was away for a moment is asked again by the next who looks.
    answer.catch(() => {
      if (answers.get(serverId) === answer) answers.delete(serverId);
    });
    return answer;
  };
};
