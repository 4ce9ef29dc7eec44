// How often each access rule decided, and when it last did. Counted in memory and written together: a call waits for none of it.
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

export interface RuleHits {
  count(ruleId: string): void;
  /** Writes what was counted since. */
  write(): Promise<void>;
}

export const createRuleHits = (db: Db, now: () => number): RuleHits => {
  let counted = new Map<string, { hits: number; at: number }>();
  return {
    count: (id) => void counted.set(id, { hits: (counted.get(id)?.hits ?? 0) + 1, at: now() }),
    write: async () => {
      if (counted.size === 0) return;
      const news = [...counted].map(([id, { hits, at }]) => ({ id, hits, at: new Date(at).toISOString() }));
      counted = new Map();
      // Neither a change of the rule nor of its version.
      await sql`update acl_rules x set hit_count = least(x.hit_count::bigint + n.hits, 2147483647)::integer, last_hit_at = n.at
        from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (id uuid, hits integer, at timestamptz)
        where x.id = n.id`.execute(db);
    },
  };
};
