// Decides whether a subscriber may call a number, with the same rules as the PBX server.
import { sql } from 'kysely';
import type { Barring } from '@ringside/core/routing/call-flow.ts';
import { emergencyNumbers } from '@ringside/core/routing/emergency-numbers.ts';
import type { DIAL_VERDICTS } from '@ringside/core/contract/routing/dial-test.ts';
import { dialledNumber } from '@ringside/core/base/dialled-number.ts';
import { diallingOf } from '@ringside/core/base/dialling-of.ts';
import { barringRules } from '@ringside/core/pbx/dialplan/barring-rules.ts';
import { matchDialRules } from '@ringside/core/pbx/match-dial-rules.ts';
import { BINDS_LINE } from '../../pbx/dial-rule-queries.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { reaches } from '../../platform/caller/reach.ts';

interface Line {
  readonly customerId: string;
  readonly serverId: number;
  readonly extension: string;
  readonly status: string;
  readonly barring: Barring;
  readonly country: string;
  readonly areaCode: string;
  /** External calls are turned off. */
  readonly silent: boolean;
}

interface Rule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly effect: 'allow' | 'deny';
  readonly prefixes: readonly string[];
}

const lineOf = async (db: Db, caller: Caller, id: string): Promise<Line> => {
  const { rows } = await sql<Line>`
    select s.customer_id, s.server_id, s.extension, s.status, s.barring, c.country, c.default_area_code as area_code,
      c.status in ('suspended', 'terminated') or exists (select 1 from billing_accounts a
        where a.customer_id = c.id and a.outbound_blocked) as silent
    from subscribers s join customers c on c.id = s.customer_id where s.id = ${id}`.execute(db);
  const [line] = rows;
  if (line === undefined || !reaches(caller, line.customerId)) {
    throw new Refusal('not-found', { errors: [{ path: 'subscriberId', code: 'unknown' }] });
  }
  return line;
};

/** Returns the rules in evaluation order. */
const rulesOf = async (db: Db, subscriberId: string): Promise<readonly Rule[]> => {
  const { rows } = await sql<Rule>`
    select r.id, r.name, r.priority, r.effect, r.prefixes
    from acl_rules r join subscribers s on s.id = ${subscriberId} left join users u on u.id = s.user_id
    where ${BINDS_LINE} order by r.priority, r.id`.execute(db);
  return rows;
};

const isShort = async (db: Db, line: Line, number: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from outbound_routes r
    where r.server_id = ${line.serverId} and r.enabled and r.short_numbers @> ${JSON.stringify([number])}::jsonb
      and (r.customer_id is null or r.customer_id = ${line.customerId}) limit 1`.execute(db);
  return rows.length > 0;
};

const hasTrunk = async (db: Db, line: Line): Promise<boolean> => {
  const { rows } = await sql`select 1 from trunks t where t.server_id = ${line.serverId} and t.enabled
    and (t.customer_id is null or t.customer_id = ${line.customerId}) limit 1`.execute(db);
  return rows.length > 0;
};

interface Verdict {
  readonly allowed: boolean;
  readonly by: (typeof DIAL_VERDICTS)[number];
  readonly rule: Pick<Rule, 'id' | 'name' | 'priority'> | null;
  readonly number: string;
}

export const dialVerdictOf = async (
  db: Db,
  caller: Caller,
  subscriberId: string,
  dialled: string,
): Promise<Verdict> => {
  const line = await lineOf(db, caller, subscriberId);
  const said = (allowed: boolean, by: Verdict['by'], number: string, rule: Verdict['rule'] = null): Verdict => ({
    ...{ allowed, by, number, rule },
  });
  const plain = dialled.replace(/[\s().-]/g, '');
  if (line.status !== 'active') return said(false, 'locked', plain);
  if (emergencyNumbers(line.country).includes(plain)) {
    const open = await hasTrunk(db, line);
    return said(open, open ? 'emergency' : 'emergency-no-trunk', plain);
  }
  if (await isShort(db, line, plain)) return said(true, 'short', plain);
  const read = dialledNumber(dialled, line.country || null, line.areaCode).replace(/[\s().-]/g, '');
  const digits = read.replace('+', '');
  if (!/^\+[0-9]{5,15}$/.test(read)) return said(false, 'no-number', plain);
  if (line.silent) return said(false, 'suspended', read);
  const barred = matchDialRules(barringRules([line], diallingOf(line.country)), digits);
  const { allowed, rule } = matchDialRules(await rulesOf(db, subscriberId), digits);
  if (!allowed && rule !== null) return said(false, 'rule', read, named(rule));
  if (!barred.allowed) return said(false, 'barring', read);
  if (!allowed) return said(false, 'allowed-alone', read);
  return rule === null ? said(true, 'none', read) : said(true, 'rule', read, named(rule));
};

const named = ({ id, name, priority }: Rule) => ({ id, name, priority });
