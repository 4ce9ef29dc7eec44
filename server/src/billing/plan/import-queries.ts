// Writes an imported file of rates in one transaction.
import { sql } from 'kysely';
import { decimalOf, microsOf } from '@ringside/core/base/micros.ts';
import type { CreateRate } from '@ringside/core/contract/billing/rates.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { AuditActor } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { ALWAYS, readRates } from './rate-queries.ts';
import type { StoredRate } from './rate-queries.ts';
import type { ReadRow } from './read-rates.ts';
import { noteRatesChanged } from './rates-changed-queries.ts';
import type { AuditedPlan } from './audit-plan.ts';

const BATCH = 5000;

interface Known {
  readonly id: string;
  readonly price: string;
  readonly startsAt: number;
}

/** Returns a text that differs between two rates of one prefix and start. */
const priceOf = (r: CreateRate | StoredRate, until: number | null): string =>
  [
    r.destinationName,
    r.destinationGroup,
    ...[r.connectFee, r.ratePerMinute, r.minCharge, r.maxCharge].map((m) => (m === null ? '' : decimalOf(microsOf(m)))),
    r.initialSeconds,
    r.incrementSeconds,
    r.freeSeconds,
    r.graceSeconds,
    r.blocked,
    until,
  ].join('\u0000');

interface PlannedImport {
  readonly add: readonly Record<string, unknown>[];
  readonly change: readonly Record<string, unknown>[];
  readonly unchanged: number;
  /** Lines that would change a rate that is already in force. */
  readonly immutable: readonly ReadRow[];
}

/** Compares the rows with the plan's rates. `from`: start date of rows without one. */
export const planImport = async (
  db: Db,
  plan: AuditedPlan,
  direction: StoredRate['direction'],
  rows: readonly ReadRow[],
  from: Date | null,
  now: Date,
): Promise<PlannedImport> => {
  const known = new Map<string, Known>();
  const prefixes = new Set<string>();
  for await (const batch of readRates(db, plan.id, direction))
    for (const row of batch) {
      prefixes.add(`${row.prefix} ${row.timing}`);
      known.set(`${row.prefix} ${row.timing} ${row.effectiveFrom.getTime()}`, {
        id: row.id,
        price: priceOf(row, row.effectiveUntil?.getTime() ?? null),
        startsAt: row.effectiveFrom.getTime(),
      });
    }
  const add: Record<string, unknown>[] = [];
  const change: Record<string, unknown>[] = [];
  const immutable: ReadRow[] = [];
  let unchanged = 0;
  const draft = plan.status === 'draft';
  for (const read of rows) {
    const { rate } = read;
    const line = `${rate.prefix} ${rate.timing}`;
    const later = draft ? ALWAYS : now;
    const said = rate.effectiveFrom === undefined ? from : new Date(rate.effectiveFrom);
    const start = said ?? (prefixes.has(line) ? later : ALWAYS);
    const until = rate.effectiveUntil === null ? null : new Date(rate.effectiveUntil);
    const before = known.get(`${line} ${start.getTime()}`);
    const value = { ...rate, effectiveFrom: start.toISOString(), effectiveUntil: until?.toISOString() ?? null };
    if (before === undefined) add.push({ ...value, id: newId() });
    else if (before.price === priceOf(rate, until?.getTime() ?? null)) unchanged += 1;
    else if (draft || before.startsAt > now.getTime()) change.push({ ...value, id: before.id });
    else immutable.push(read);
  }
  return { add, change, unchanged, immutable };
};

const RECORD = sql.raw(`as r("id" uuid, "prefix" text, "timing" text, "destinationName" text, "destinationGroup" text,
  "connectFee" numeric, "ratePerMinute" numeric, "initialSeconds" integer, "incrementSeconds" integer,
  "freeSeconds" integer, "graceSeconds" integer, "minCharge" numeric, "maxCharge" numeric, "blocked" boolean,
  "effectiveFrom" timestamptz, "effectiveUntil" timestamptz)`);
const VALUES = sql.raw(`r."prefix", r."timing", r."destinationName", r."destinationGroup", r."connectFee",
  r."ratePerMinute", r."initialSeconds", r."incrementSeconds", r."freeSeconds", r."graceSeconds", r."minCharge",
  r."maxCharge", r."blocked", r."effectiveFrom", r."effectiveUntil"`);
const COLUMNS = sql.raw(`prefix, timing, destination_name, destination_group, connect_fee, rate_per_minute,
  initial_seconds, increment_seconds, free_seconds, grace_seconds, min_charge, max_charge, blocked, effective_from,
  effective_until`);

/** `progress` receives the number of written rows. The rows are visible only after the commit. */
export const writeImport = (
  db: Db,
  caller: AuditActor,
  plan: AuditedPlan,
  direction: string,
  planned: PlannedImport,
  progress: (written: number) => void,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const planId = plan.id;
    let written = 0;
    for (let i = 0; i < planned.add.length; i += BATCH) {
      const batch = planned.add.slice(i, i + BATCH);
      await sql`insert into rates (id, plan_id, direction, ${COLUMNS})
        select r."id", ${planId}::uuid, ${direction}, ${VALUES}
        from json_to_recordset(${JSON.stringify(batch)}::json) ${RECORD}`.execute(tx);
      progress((written += batch.length));
    }
    for (let i = 0; i < planned.change.length; i += BATCH) {
      const batch = planned.change.slice(i, i + BATCH);
      await sql`update rates set (${COLUMNS}) = row(${VALUES}), version = rates.version + 1
        from json_to_recordset(${JSON.stringify(batch)}::json) ${RECORD} where rates.id = r."id"`.execute(tx);
      progress((written += batch.length));
    }
    if (written > 0) await noteRatesChanged(tx, planId);
    await writeAudit(tx, caller, {
      customerId: null,
      action: 'import-rates',
      resource: 'plan',
      resourceId: planId,
      resourceName: plan.name,
      before: null,
      after: { direction, added: planned.add.length, changed: planned.change.length, unchanged: planned.unchanged },
    });
  });
