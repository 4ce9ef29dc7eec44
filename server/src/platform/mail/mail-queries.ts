// Queues e-mails in the outbox and sends them. They are encrypted because some contain a link that opens an account.
import { errorCode } from '@ringside/core/base/error-code.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import type { Secrets } from '../db/secrets/secrets.ts';
import { addToOutbox } from '../outbox/queries.ts';
import { PermanentFailure } from '../outbox/worker.ts';
import type { TopicHandler } from '../outbox/worker.ts';
import type { Mailer, QueuedLetter } from './mailer.ts';

export const MAIL = 'mail';

const boundOf = (key: string): string => `mail:${key}`;

export const queueLetter = (tx: Db, secrets: Secrets, letter: QueuedLetter): Promise<void> => {
  const key = newId();
  return addToOutbox(tx, MAIL, [{ key, payload: { sealed: secrets.seal(JSON.stringify(letter), boundOf(key)) } }]);
};

const letterIn = (secrets: Secrets, key: string, sealed: unknown): QueuedLetter => {
  try {
    return JSON.parse(secrets.open(String(sealed), boundOf(key)));
  } catch {
    // The secret key was changed while the e-mail waited.
    throw new PermanentFailure('The letter cannot be opened with the present secret key');
  }
};

/**
 * Returns whether the mail server permanently rejects the recipient's address, rather than the sender or a temporary condition (RFC 5321,
 * 4.2.1).
 */
const isRefusedAddress = (error: unknown): error is Error => {
  const { responseCode }: { readonly responseCode?: unknown } = error ?? {};
  return (
    error instanceof Error &&
    errorCode(error) === 'EENVELOPE' &&
    typeof responseCode === 'number' &&
    responseCode >= 500
  );
};

/** Twelve tries take about two hours. Duplicates of an e-mail have the same message ID. */
export const mailTopic = (secrets: Secrets, mail: Pick<Mailer, 'deliver'>): TopicHandler => ({
  ...{ topic: MAIL, byKey: false, mostAttempts: 12, batch: 20, parallel: 4, claimMs: 5 * 60_000 },
  handle: async ([entry]) => {
    if (entry === undefined) return;
    const letter = letterIn(secrets, entry.key, entry.payload['sealed']);
    try {
      await mail.deliver({ ...letter, messageId: `<${entry.key}@ringside.invalid>` });
    } catch (error) {
      throw isRefusedAddress(error) ? new PermanentFailure(error.message) : error;
    }
  },
});
