// Validates the forwardings of a line for storage: extensions unchanged, outside numbers in E.164 if the line may call them.
import { sql } from 'kysely';
import { dialVerdict } from '@ringside/core/access/acl.ts';
import { emergencyNumbers } from '@ringside/core/routing/emergency-numbers.ts';
import type { Barring } from '@ringside/core/routing/call-flow.ts';
import { dialledNumber } from '@ringside/core/base/dialled-number.ts';
import { diallingOf } from '@ringside/core/base/dialling-of.ts';
import { callableNumber } from '@ringside/core/base/phone.ts';
import { barringRules } from '@ringside/core/pbx/dialplan/barring-rules.ts';
import { dialledRows } from '../../platform/db/rows/dialled-rows.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { readRules } from '../../platform/sessions/rule-queries.ts';

const FORWARDS = ['forwardAlways', 'forwardBusy', 'forwardNoAnswer', 'forwardUnregistered'] as const;
type Forward = (typeof FORWARDS)[number];

export interface ForwardingLine {
  readonly customerId: string;
  readonly serverId: number;
  /** Id of the line itself. */
  readonly id: string;
  readonly extension: string;
  readonly barring: Barring;
  readonly userId: string | null;
}

/** Settings of the line's customer. */
interface Home {
  readonly country: string;
  readonly areaCode: string;
  readonly blocked: boolean;
  /** Whether an outbound route of the PBX server is available to the customer. */
  readonly hasRoute: boolean;
  /** Short numbers of the routes, with emergency numbers. Calls are never forwarded there. */
  readonly short: readonly string[];
}

const LONGEST_EXTENSION = 10;
/** Longer digits can also be an outside number. */
const ONLY_EXTENSION = 6;

const homeOf = async (tx: Db, { customerId, serverId }: ForwardingLine): Promise<Home> => {
  const { rows } = await sql<Home>`
    select c.country, c.default_area_code as area_code,
      c.status = 'suspended' or exists (select 1 from billing_accounts a where a.customer_id = c.id and a.outbound_blocked)
        as blocked,
      exists (select 1 from outbound_routes r where r.server_id = ${serverId} and r.enabled
        and (r.customer_id is null or r.customer_id = c.id)) as has_route,
      coalesce((select jsonb_agg(n) from outbound_routes r, jsonb_array_elements_text(r.short_numbers) as n
        where r.server_id = ${serverId}), '[]') as short
    from customers c where c.id = ${customerId}`.execute(tx);
  return rows[0] ?? { country: '', areaCode: '', blocked: true, hasRoute: false, short: [] };
};

const hasExtension = async (tx: Db, { customerId, serverId }: ForwardingLine, extension: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from ${dialledRows()} as there where customer_id = ${customerId} and server_id = ${serverId} and extension = ${extension}
    limit 1`.execute(tx);
  return rows.length > 0;
};

const fault = (path: string, code: string, params: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal('invalid', { errors: [{ path, code, params }] });

/** Returns a number such as `+442079460100`, or `null` if it is not callable. */
const wholeNumber = (text: string, { country, areaCode }: Home): string | null => {
  // Accepts 00 as the international prefix in every country.
  const written = text.replace(/^00/, '+');
  return callableNumber(dialledNumber(written, country || null, areaCode), null)?.e164 ?? null;
};

const refuseUncallable = async (
  tx: Db,
  line: ForwardingLine,
  home: Home,
  path: string,
  number: string,
): Promise<void> => {
  if (home.blocked) throw fault(path, 'forward-blocked');
  if (!home.hasRoute) throw fault(path, 'forward-no-route');
  const barred = barringRules([line], diallingOf(home.country)).some(({ prefixes }) =>
    prefixes.some((prefix) => number.slice(1).startsWith(prefix)),
  );
  const user =
    line.userId === null
      ? undefined
      : await tx.selectFrom('users').select('roleId').where('id', '=', line.userId).executeTakeFirst();
  const { allowed } = dialVerdict(
    await readRules(tx, line.customerId),
    {
      userId: line.userId ?? '',
      customerId: line.customerId,
      roleId: user?.roleId ?? '',
      apiKeyId: null,
      subscriberIds: [line.id],
    },
    number,
    Date.now(),
  );
  if (barred || !allowed) throw fault(path, 'forward-barred', { number });
};

const targetOf = async (tx: Db, line: ForwardingLine, home: Home, path: string, text: string): Promise<string> => {
  const plain = text.replace(/[^0-9+]/g, '');
  if (plain === '') return '';
  const digits = !plain.startsWith('+');
  if (digits && plain.length <= LONGEST_EXTENSION) {
    if (
      plain.length <= ONLY_EXTENSION &&
      !home.short.includes(plain) &&
      !emergencyNumbers(home.country).includes(plain)
    )
      return plain;
    if (await hasExtension(tx, line, plain)) return plain;
  }
  const number = wholeNumber(plain, home);
  if (number === null) throw fault(path, 'forward-target');
  await refuseUncallable(tx, line, home, path, number);
  return number;
};

/** `values`: new values; those equal to `before` are not checked. Throws `invalid` at the field. */
export const forwardsOf = async (
  tx: Db,
  line: ForwardingLine,
  values: Partial<Record<Forward, string | undefined>>,
  before: Readonly<Record<string, unknown>> = {},
): Promise<Partial<Record<Forward, string>>> => {
  const changed = FORWARDS.flatMap((path) => {
    const text = values[path];
    return text === undefined || text === '' || text === before[path] ? [] : [{ path, text }];
  });
  if (changed.length === 0) return {};
  const home = await homeOf(tx, line);
  const kept: Partial<Record<Forward, string>> = {};
  for (const { path, text } of changed) {
    const to = await targetOf(tx, line, home, path, text);
    if (to === line.extension) throw fault(path, 'forward-to-self');
    kept[path] = to;
  }
  return kept;
};
