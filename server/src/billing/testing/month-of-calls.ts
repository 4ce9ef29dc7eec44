// Random calls of a month on a plan with included minutes, and an independent calculation of their sums that shares no code with the
// product.
import { sql } from 'kysely';
import { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { inTransaction } from '../queries.ts';
import { rateAgain } from '../rate-again-queries.ts';

export const INCLUDED = 30_000;
export const ZONE = 'Asia/Jerusalem';

export const TERMS: PlanTerms = {
  ...{
    billingInterval: 'month',
    intervalCount: 1,
    fixedFee: '49.90',
    setupFee: '15',
    freeCredit: '0',
    proration: 'both',
    unitFees: [],
  },
  allowances: [
    {
      ...{ name: 'Local', kind: 'minutes', seconds: INCLUDED, calls: 0, direction: 'outbound' },
      ...{ destinationGroups: ['local'], coversConnectFee: true, carryOver: 'none', priority: 0 },
    },
  ],
  ...{ internalCalls: 'free', unratedPolicy: 'block', defaultRatePerMinute: '0', timezone: ZONE, peakHours: [] },
  ...{ roundingDecimals: 4, roundingMode: 'half_up', taxInclusive: false, overageAction: 'none' },
  ...{ maxConcurrentCalls: null, maxSubscribers: null, maxAgents: null },
  ...{ maxQueues: null, maxRecordingMb: null, maxRetentionDays: null },
} satisfies PlanTerms;

/** Prefix, group, connect fee and rate in millionths, first block, further blocks. The shorter prefix is cheaper. */
const RATES = [
  ['outbound', '972', 'local', 50_000, 20_000, 60, 60],
  ['outbound', '9725', 'mobile', 0, 123_457, 1, 1],
  ['outbound', '44', 'world', 100_000, 39_900, 30, 6],
  ['outbound', '447', 'world', 0, 210_007, 60, 1],
  ['inbound', '97277', 'own', 0, 7_001, 60, 60],
] as const;
const text = (micros: number): string => `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`;

/** Seeded, so that a failure can be repeated. */
const createDice = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

export interface Made {
  readonly id: string;
  readonly direction: 'outbound' | 'inbound' | 'internal';
  readonly destination: string;
  readonly answerAt: number | null;
  readonly seconds: number;
}

export const FROM = Date.parse('2026-10-31T22:00:00Z');
export const TO = Date.parse('2026-11-30T22:00:00Z');
const START = ['97231234567', '972541234567', '442071838750', '447700900123', '5999123456'];

export const makeCalls = (count: number, seed: number): Made[] => {
  const dice = createDice(seed);
  return Array.from({ length: count }, () => {
    const direction = (['outbound', 'outbound', 'outbound', 'inbound', 'internal'] as const)[dice(5)]!;
    const destination =
      direction === 'internal' ? '102' : direction === 'inbound' ? '+97277123450' : `+${START[dice(START.length)]!}`;
    const answered = dice(6) > 0;
    // Some are inside the month in UTC, but outside it in the customer's time zone.
    const at = FROM - 3_600_000 * 3 + dice((TO - FROM) / 1000 + 3 * 3600 * 2) * 1000;
    return { id: newId(), direction, destination, answerAt: answered ? at : null, seconds: answered ? dice(900) : 0 };
  });
};

export const insertCalls = async (db: Db, customerId: string | null, calls: readonly Made[]): Promise<void> => {
  const rows = calls.map((c) => {
    const at = new Date(c.answerAt ?? FROM + 1000).toISOString();
    return {
      ...{ id: c.id, server_id: 1, linkedid: c.id, uniqueid: c.id, customer_id: customerId, direction: c.direction },
      ...{ status: 'answered', source: '101', source_name: '', destination: c.destination, extension: '', device: '' },
      ...{
        start_at: at,
        answer_at: c.answerAt === null ? null : at,
        end_at: new Date(Date.parse(at) + c.seconds * 1000).toISOString(),
        duration: c.seconds,
      },
      ...{ wait_seconds: 0, talk_seconds: c.seconds, billable_seconds: c.seconds, recording_file: '', legs: 1 },
    };
  });
  const columns = sql.raw(Object.keys(rows[0]!).join(', '));
  await sql`insert into calls (${columns}) select ${columns}
    from json_populate_recordset(null::calls, ${JSON.stringify(rows)}::json)`.execute(db);
};

/** The independent calculation, with BigInt. */
export const naive = (calls: readonly Made[]) => {
  const groups = new Map<string, { calls: number; billed: number; included: number; sum: bigint }>();
  let left = INCLUDED;
  let sum = 0n;
  let billed = 0;
  let included = 0;
  let counted = 0;
  let unrated = 0;
  const answered = calls.filter((c) => c.answerAt !== null && c.seconds > 0);
  for (const c of answered.toSorted((a, b) => a.answerAt! - b.answerAt! || (a.id < b.id ? -1 : 1))) {
    if (c.answerAt! < FROM || c.answerAt! >= TO) continue;
    counted += 1;
    if (c.direction === 'internal') continue;
    const rate = RATES.filter(([d, p]) => d === c.direction && c.destination.slice(1).startsWith(p))
      .toSorted((a, b) => a[1].length - b[1].length)
      .at(-1);
    if (rate === undefined) {
      unrated += 1;
      continue;
    }
    const [, , group, connect, perMinute, initial, increment] = rate;
    let length = initial;
    while (length < c.seconds) length += increment;
    billed += length;
    const free = group === 'local' ? Math.min(left, length) : 0;
    left -= free;
    included += free;
    let sixtieths = BigInt(perMinute) * BigInt(length - free);
    if (free < length) sixtieths += BigInt(connect) * 60n;
    // Four decimals, rounded half up.
    const cost = ((sixtieths * 2n + 6000n) / 12_000n) * 100n;
    sum += cost;
    const of = groups.get(`${c.direction} ${group}`) ?? { calls: 0, billed: 0, included: 0, sum: 0n };
    groups.set(`${c.direction} ${group}`, {
      ...{ calls: of.calls + 1, billed: of.billed + length, included: of.included + free, sum: of.sum + cost },
    });
  }
  return { sum, billed, included, counted, unrated, groups };
};

export const micros = (decimal: string): bigint => {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  return BigInt(whole + fraction.padEnd(6, '0')) * (decimal.startsWith('-') ? -1n : 1n);
};

/** Creates a customer in the time zone, without a plan. */
export const makeCustomer = async (db: Db, name: string): Promise<string> => {
  const id = newId();
  await sql`insert into customers (id, code, name, timezone, currency)
    values (${id}, ${name}, ${name}, ${ZONE}, 'ILS')`.execute(db);
  return id;
};

export const givePlan = async (
  db: Db,
  customerId: string,
  planId: string,
  from: string,
  until: string | null = null,
) => {
  await inTransaction(db, async (tx) => {
    await sql`insert into customer_plans (id, customer_id, plan_id, valid_from, valid_until, created_by)
      values (${newId()}, ${customerId}, ${planId}, ${from}, ${until}, 'test')`.execute(tx);
    await rateAgain(tx, customerId, new Date(from));
  });
};

/** Creates a plan with the rates above. */
export const makePlan = async (db: Db, name: string, terms: PlanTerms = TERMS): Promise<string> => {
  const planId = newId();
  await sql`insert into plans (id, name, status, currency) values (${planId}, ${name}, 'active', 'ILS')`.execute(db);
  await sql`insert into plan_versions (plan_id, number, valid_from, terms, created_by)
    values (${planId}, 1, '2026-01-01T00:00:00Z', ${JSON.stringify(terms)}::jsonb, 'test')`.execute(db);
  for (const [direction, prefix, group, connect, rate, initial, increment] of RATES)
    await sql`insert into rates (id, plan_id, direction, prefix, destination_name, destination_group, connect_fee,
        rate_per_minute, initial_seconds, increment_seconds, effective_from)
      values (${newId()}, ${planId}, ${direction}, ${prefix}, ${prefix}, ${group}, ${text(connect)}::numeric,
        ${text(rate)}::numeric, ${initial}, ${increment}, '1970-01-01')`.execute(db);
  return planId;
};
