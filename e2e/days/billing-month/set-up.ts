// Sets up the customers of the month through the console's API: their devices on the PBX servers, price lists and accounts.
import type { Api, RunningConsole } from '../../lab/console.ts';
import type { HistoryImport } from '@ringside/core/contract/calls/import.ts';
import { sleep } from '../../lab/lab.ts';
import { LINES } from './master-csv.ts';
import type { Account } from './expected-invoice.ts';
import { PRICE_LISTS } from './price-lists.ts';
import type { PriceList, PriceRate } from './price-lists.ts';
import type { Held } from './rating.ts';
import type { Code, Tenant } from './tenants.ts';
import { TENANTS } from './tenants.ts';
import type { Zone } from './zones.ts';
import { midnightOf } from './zones.ts';

export const CODES = TENANTS.map(({ code }) => code);
/** Daylight saving time ends in London and Jerusalem, and starts in Sydney. */
export const MONTH = '2025-10-01';

const { starter, business, shekel, harbour, parked } = PRICE_LISTS;
const at = (day: string, zone: Zone): number => midnightOf(day, zone);

/** Price lists of each customer, with their start. */
const PLANS: Readonly<Record<Code, readonly (readonly [list: PriceList, from: number])[]>> = {
  quay: [
    [starter, at('2025-10-01', 'Europe/London')],
    // In the middle of the month, and of a day.
    [business, at('2025-10-16', 'Europe/London') + 10 * 3_600_000],
    [parked('GBP', 'Europe/London'), at('2025-11-01', 'Europe/London')],
  ],
  mirpeset: [
    [shekel, at('2025-09-10', 'Asia/Jerusalem')],
    [parked('ILS', 'Asia/Jerusalem'), at('2025-12-01', 'Asia/Jerusalem')],
  ],
  harbour: [
    [harbour, at('2025-10-11', 'Australia/Sydney') + 37_800_000],
    [parked('AUD', 'Australia/Sydney'), at('2025-11-01', 'Australia/Sydney')],
  ],
};

const holdsOf = (plans: (typeof PLANS)[Code]): readonly Held[] =>
  plans.map(([list, from], n) => ({ list, from, to: plans[n + 1]?.[1] ?? Infinity }));
export const HOLDS: Readonly<Record<Code, readonly Held[]>> = {
  quay: holdsOf(PLANS.quay),
  mirpeset: holdsOf(PLANS.mirpeset),
  harbour: holdsOf(PLANS.harbour),
};

export const ACCOUNTS: Readonly<Record<Code, Account>> = {
  quay: {
    ...{ zone: 'Europe/London', discountPercent: '0', discountOn: 'all', feesInAdvance: false },
    taxes: [{ label: 'VAT', percent: '20', appliesTo: 'all' }],
  },
  mirpeset: {
    ...{ zone: 'Asia/Jerusalem', discountPercent: '7.5', discountOn: 'usage', feesInAdvance: true },
    taxes: [{ label: 'VAT', percent: '18', appliesTo: 'all' }],
  },
  harbour: {
    ...{ zone: 'Australia/Sydney', discountPercent: '3.3333', discountOn: 'all', feesInAdvance: false },
    taxes: [
      { label: 'Levy', percent: '5.05', appliesTo: 'usage' },
      { label: 'GST', percent: '10', appliesTo: 'all', compound: true },
    ],
  },
};

const rateBody = (rate: PriceRate): object => ({ effectiveFrom: '1970-01-01T00:00:00Z', ...rate });

export const addPlan = async (api: Api, { rates, ...terms }: PriceList): Promise<string> => {
  const { id } = await api.call<{ id: string }>('POST', '/plans', { ...terms, status: 'active' });
  for (const rate of rates) await api.call('POST', `/plans/${id}/rates`, rateBody(rate));
  return id;
};

const addCustomer = async (api: Api, tenant: Tenant, servers: ReadonlyMap<Zone, number>): Promise<string> => {
  const { code, zone, country, pbxs, dids } = tenant;
  const { currency } = PLANS[code][0]![0];
  const customer = { code, name: `${code} Ltd`, timezone: zone, country, currency };
  const { id } = await api.call<{ id: string }>('POST', '/customers', customer);
  for (const pbx of pbxs) {
    const names = LINES.map((line) => `${code}-${line}`);
    await api.call('POST', `/endpoints/${servers.get(pbx)}/names`, { customerId: id, kind: 'device', names });
  }
  const serverId = servers.get(pbxs[0]!);
  const nowhere = { kind: 'hangup' };
  for (const number of dids)
    await api.call('POST', '/dids', { customerId: id, serverId, number, destination: nowhere });
  return id;
};

export interface MonthSetup {
  readonly servers: ReadonlyMap<Zone, number>;
  readonly customers: Readonly<Record<Code, string>>;
  readonly plans: ReadonlyMap<string, string>;
}

export const setUpMonth = async (api: Api): Promise<MonthSetup> => {
  const servers = new Map<Zone, number>();
  for (const zone of ['Europe/London', 'Australia/Sydney'] as const) {
    const link = { amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'nobody', amiSecret: 'nothing', enabled: false };
    const { id } = await api.call<{ id: number }>('POST', '/endpoints', { name: zone, ...link });
    servers.set(zone, id);
  }
  await api.call('POST', '/issuers', { name: 'Vega Telecom', legalName: 'Vega Telecom Ltd', isDefault: true });
  const plans = new Map<string, string>();
  const customers: Record<string, string> = {};
  for (const tenant of TENANTS) {
    const id = await addCustomer(api, tenant, servers);
    customers[tenant.code] = id;
    for (const [list, from] of PLANS[tenant.code]) {
      const planId = await addPlan(api, list);
      plans.set(list.name, planId);
      await api.call('POST', `/plans/${planId}/customers`, { customerId: id, validFrom: new Date(from).toISOString() });
    }
    const { zone: _, ...account } = ACCOUNTS[tenant.code];
    await api.call('PATCH', `/customers/${id}/account`, account);
  }
  return { servers, customers: customers as Record<Code, string>, plans };
};

/** Resolves with the finished import. */
export const importCdr = async ({ url, api }: RunningConsole, serverId: number, zone: Zone, text: string) => {
  const query = new URLSearchParams({
    serverId: String(serverId),
    kind: 'cdr',
    timeZone: zone,
    fileName: 'Master.csv',
  });
  const response = await fetch(`${url}/api/imports?${query.toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/octet-stream' },
    body: text,
  });
  if (!response.ok) throw new Error(`POST /imports: ${response.status} ${await response.text()}`);
  const { id } = (await response.json()) as HistoryImport;
  for (let n = 0; n < 600; n++) {
    const found = await api.call<HistoryImport>('GET', `/imports/${id}`);
    if (found.state !== 'running') return found;
    await sleep(100);
  }
  throw new Error('The import did not end');
};
