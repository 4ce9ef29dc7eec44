// Lists the outbox topics with their handlers. The provisioner handles the changes for PBX servers itself.
import { rateRestored } from './billing/rate-again-queries.ts';
import { rateCallsTopic } from './billing/rate-due.ts';
import { CUSTOMER_ADDED } from './customers/customer/customer-added.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/connect.ts';
import { createOutboxWorker } from './platform/outbox/worker.ts';
import type { OutboxWorker } from './platform/outbox/worker.ts';
import type { Secrets } from './platform/db/secrets/secrets.ts';
import { mailTopic } from './platform/mail/mail-queries.ts';
import type { Mailer } from './platform/mail/mailer.ts';

interface OutboxParts {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly mail: Mailer;
  readonly now: () => number;
}

interface Log {
  error(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

export const createOutboxWork = ({ db, config, secrets, mail, now }: OutboxParts, log: Log): OutboxWorker =>
  createOutboxWorker(
    {
      ...{ db, now, chance: Math.random },
      onFailure: (topic, error, dead) =>
        dead
          ? log.error({ err: error, topic }, 'outbox: given up')
          : log.warn({ err: error, topic }, 'outbox: will retry'),
    },
    [
      ...(mail.configured ? [mailTopic(secrets, mail)] : []),
      rateCallsTopic(db, config.defaultCountry),
      {
        ...{ topic: CUSTOMER_ADDED, byKey: true, mostAttempts: 20, batch: 100, parallel: 1, claimMs: 60_000 },
        handle: async ([entry]) => {
          if (entry !== undefined) await rateRestored(db, entry.key);
        },
      },
    ],
  );
