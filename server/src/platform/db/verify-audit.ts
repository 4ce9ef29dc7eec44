// Recomputes the hash chain of the audit trail from its rows, without trusting the database's own hash function.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './connect.ts';

export type AuditVerdict =
  | { readonly ok: true; readonly entries: number; readonly head: string }
  /** `seq` of the first invalid entry, and the kind of fault. */
  | { readonly ok: false; readonly seq: number; readonly fault: 'changed' | 'missing' | 'cut-off' };

interface Row {
  readonly fields: (string | null)[];
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
}

const PAGE = 2000;
const FIRST_HASH = '0'.repeat(64);

const field = (value: string | null): string => (value === null ? '-;' : `${Buffer.byteLength(value)}:${value};`);

const hashOf = (row: Row): string =>
  createHash('sha256')
    .update([row.prevHash, String(row.seq), ...row.fields].map(field).join(''))
    .digest('hex');

const readPage = async (db: Db, after: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select seq, prev_hash, hash, json_build_array(id::text,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), customer_id::text, user_id::text, username, acted_by,
      action, resource, resource_id, resource_name, before::text, after::text, ip, user_agent) as fields
    from audit where seq > ${after} order by seq limit ${PAGE}`.execute(db);
  return rows;
};

export const verifyAudit = async (db: Db): Promise<AuditVerdict> => {
  let seq = 0;
  let hash = FIRST_HASH;
  for (;;) {
    const rows = await readPage(db, seq);
    for (const row of rows) {
      if (Number(row.seq) !== seq + 1 || row.prevHash !== hash) return { ok: false, seq: seq + 1, fault: 'missing' };
      if (hashOf(row) !== row.hash) return { ok: false, seq: seq + 1, fault: 'changed' };
      seq = Number(row.seq);
      hash = row.hash;
    }
    if (rows.length < PAGE) break;
  }
  const head = await sql<{ seq: number; hash: string }>`select seq, hash from audit_head`.execute(db);
  // Entries above the last one that was read were written during the check.
  const last = head.rows[0];
  const newer = last === undefined ? 0 : Number(last.seq);
  if (newer < seq || (newer === seq && last?.hash !== hash)) return { ok: false, seq, fault: 'changed' };
  if (newer > seq && (await readPage(db, seq)).length === 0) return { ok: false, seq: seq + 1, fault: 'cut-off' };
  return { ok: true, entries: seq, head: hash };
};
