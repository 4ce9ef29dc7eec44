// Sends changes that a command makes beside a running console to that console over PostgreSQL's NOTIFY, as messages of its bus.
import { sql } from 'kysely';
import { createInProcessBus } from '../bus/in-process.ts';
import type { Bus } from '../bus/bus.ts';
import type { Db } from './connect.ts';
import { noticeChannel } from './postgres/console-lock.ts';

/** Creates a bus that also sends its messages to the console on the same database. `close` waits until all are sent. */
export const createNoticeBus = (db: Db, schema: string | null): Bus => {
  const local = createInProcessBus();
  const sending = new Set<Promise<unknown>>();
  return {
    ...local,
    publish: (topic, message) => {
      local.publish(topic, message);
      const sent = sql`select pg_notify(${noticeChannel(schema)}, ${JSON.stringify({ topic, message })})`.execute(db);
      sending.add(sent);
      void sent.finally(() => sending.delete(sent)).catch(() => undefined);
    },
    close: async () => {
      await Promise.all(sending);
      await local.close();
    },
  };
};

/** Publishes a message from a command on the bus. Clients of the console cannot send here: NOTIFY requires a database login. */
export const publishNotice = (bus: Bus, payload: string): void => {
  const { topic, message }: { readonly topic?: unknown; readonly message?: unknown } = JSON.parse(payload);
  if (typeof topic === 'string') bus.publish(topic, message);
};
