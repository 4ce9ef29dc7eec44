// Last use and number of uses of API keys: the first use is written at once, later ones together, once a minute and key.
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

const WRITE_MS = 60_000;

export interface Uses {
  /** `lastAt`: when the database last heard of a use, epoch milliseconds. */
  count(keyId: string, ip: string, lastAt: number): Promise<void>;
}

export const createUses = (db: Db, now: () => number): Uses => {
  const waiting = new Map<string, number>();
  return {
    count: async (keyId, ip, lastAt) => {
      const uses = (waiting.get(keyId) ?? 0) + 1;
      if (now() - lastAt < WRITE_MS) {
        waiting.set(keyId, uses);
        return;
      }
      waiting.delete(keyId);
      await db
        .updateTable('apiKeys')
        .set({ lastUsedAt: new Date(now()), lastUsedIp: ip, useCount: sql<number>`use_count + ${uses}` })
        .where('id', '=', keyId)
        .execute();
    },
  };
};
