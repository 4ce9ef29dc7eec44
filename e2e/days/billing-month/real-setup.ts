// Three customers on a real PBX that the console configures: subscribers, numbers for each kind of destination, a trunk, price lists
// including one that starts during the calls, and a prepaid account.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { vi } from 'vitest';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../../lab/configured.ts';
import type { Api } from '../../lab/console.ts';
import type { Pbx } from '../../lab/lab.ts';
import type { SipPhone, PhoneBehavior } from '../../lab/sip-phone.ts';
import { startSipPhone } from '../../lab/sip-phone.ts';
import { PRICE_LISTS } from './price-lists.ts';
import type { PriceList } from './price-lists.ts';
import type { Held } from './rating.ts';
import { addPlan } from './set-up.ts';
import { TENANTS } from './tenants.ts';
import type { Code, Tenant } from './tenants.ts';

/** Destinations of a customer's numbers. Only other customers call `crossing`. Callers of `keyMenu` press a key. */
export const DESTINATIONS = [
  ...(['line', 'menu', 'menuOnly', 'queue', 'deafQueue', 'forward', 'away', 'outside'] as const),
  ...(['blind', 'attended', 'group', 'crossing', 'voicemail', 'redirectQueue', 'parked', 'keyMenu'] as const),
] as const;
export type DestinationName = (typeof DESTINATIONS)[number];

/** Extensions of SIPp phones, which ring, talk and hang up. */
const SIPP_PHONES = ['201', '202', '203'] as const;
/**
 * Extensions of phones that the test controls. 215 never answers, 216 redirects each call (302), 217 picks up parked calls, and the
 * dashboard parks the calls of 218.
 */
const TEST_PHONES = ['211', '212', '213', '214', '215', '216', '217', '218'] as const;

const BEGINNINGS: Readonly<Record<Code, string>> = {
  quay: '+4420794602',
  mirpeset: '+97231234',
  harbour: '+612555012',
};
const BRIDGED: Readonly<Record<Code, number>> = { quay: 10, mirpeset: 510, harbour: 10 };
/** Queues of these customers have toll-free numbers. */
const TOLL_FREE: Readonly<Partial<Record<Code, string>>> = { quay: '+448001111222', mirpeset: '+9721800123456' };

export const numberOf = (code: Code, destinationName: DestinationName): string => {
  const free = TOLL_FREE[code];
  if (destinationName === 'queue' && free !== undefined) return free;
  return `${BEGINNINGS[code]}${BRIDGED[code] + DESTINATIONS.indexOf(destinationName)}`;
};

/** External numbers that calls are transferred or forwarded to. */
export const FORWARD_TO: Readonly<Record<Code, string>> = {
  quay: '+447700900123',
  mirpeset: '+972541234567',
  harbour: '+61491570156',
};

/** External numbers that only the redirecting phone (302) reaches. */
export const REDIRECT_TO: Readonly<Record<Code, string>> = {
  quay: '+442079460990',
  mirpeset: '+97239990990',
  harbour: '+61299990990',
};
/** External numbers that only key 3 of the menu reaches. */
export const KEY_TO: Readonly<Record<Code, string>> = {
  quay: '+442079460991',
  mirpeset: '+97239990991',
  harbour: '+61299990991',
};

export const SATELLITE = '881612345678';
const { starter, business, shekel, harbour } = PRICE_LISTS;
const prepaid: PriceList = {
  ...{ ...harbour, name: 'Harbour prepaid', allowances: [], fixedFee: '0', setupFee: '0' },
  rates: [
    ...harbour.rates,
    {
      ...{ direction: 'outbound', prefix: '8816', destinationName: 'Satellite', destinationGroup: 'satellite' },
      ...{ ratePerMinute: '5', initialSeconds: 1, incrementSeconds: 1 },
    },
  ],
};

interface Row {
  readonly id: string;
}

/** Price lists at the start of the calls. One customer changes to another price list later. */
export const firstHolds = (monthBegan: Readonly<Record<Code, number>>): Readonly<Record<Code, readonly Held[]>> => ({
  quay: [{ list: starter, from: monthBegan.quay, to: Infinity }],
  mirpeset: [{ list: shekel, from: monthBegan.mirpeset - 40 * 86_400_000, to: Infinity }],
  harbour: [{ list: prepaid, from: monthBegan.harbour, to: Infinity }],
});

/** Assigns another price list to the customer from now on. */
export const changePlan = async (api: Api, customerId: string, [held]: readonly Held[]): Promise<readonly Held[]> => {
  if (held === undefined) throw new Error('A customer without a price list');
  const planId = await addPlan(api, business);
  const turn = Date.now();
  await api.call('POST', `/plans/${planId}/customers`, { customerId, validFrom: new Date(turn).toISOString() });
  return [
    { ...held, to: turn },
    { list: business, from: turn, to: Infinity },
  ];
};

const connectServer = async (api: Api, pbx: Pbx): Promise<number> => {
  await prepareForConsole(pbx);
  const link = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort, ...LIVE_LOGIN };
  const { id } = await api.call<{ id: number }>('POST', '/endpoints', link);
  await api.call('PATCH', `/endpoints/${id}/provisioning`, { enabled: true, ...WRITING_LOGIN });
  return id;
};

const settled = (api: Api, serverId: number) =>
  vi.waitUntil(
    async () => {
      const { status, problem } = await api.call<Provisioning>('GET', `/endpoints/${serverId}/provisioning`);
      return status === 'idle' && problem === null;
    },
    { timeout: 90_000, interval: 250 },
  );

const addDestinations = async (
  api: Api,
  tenant: Tenant,
  place: { customerId: string; serverId: number },
  lines: ReadonlyMap<string, string>,
) => {
  const { code } = tenant;
  const line = (extension: string) => ({ kind: 'extension', id: lines.get(extension) });
  const menu = (name: string, changes: object) =>
    api.call<Row>('POST', '/ivrs', { ...place, name, timeoutSeconds: 20, attempts: 1, ...changes });
  const center = { customerId: place.customerId, name: 'Desk', code: 'desk' };
  const { id: callcenterId } = await api.call<Row>('POST', '/callcenters', center);
  const queue = async (name: string, members: readonly string[]): Promise<Row> => {
    const terms = {
      strategy: 'linear',
      ringSeconds: 2,
      retrySeconds: 0,
      joinEmpty: [],
      leaveEmpty: [],
      ringInUse: true,
    };
    const made = await api.call<Row>('POST', '/queues', {
      callcenterId,
      serverId: place.serverId,
      name: `${code}-${name}`,
      ...terms,
    });
    for (const member of members)
      await api.call('POST', `/queues/${made.id}/members`, { subscriberId: lines.get(member) });
    return made;
  };
  const short = await menu('Short', { timeoutSeconds: 1, fallback: line('202') });
  const long = await menu('Long', {});
  const help = await queue('help', ['215', '201']);
  const deaf = await queue('deaf', ['215']);
  const redirect = await queue('redirect', ['216']);
  const keyed = await menu('Keyed', {
    keys: [
      { key: '1', destination: line('202') },
      { key: '2', destination: { kind: 'queue', id: help.id } },
      { key: '3', destination: { kind: 'external', number: KEY_TO[code] } },
    ],
  });
  const memberIds = ['202', '203'].map((extension) => lines.get(extension));
  const group = await api.call<Row>('POST', '/ringgroups', { ...place, name: 'All', memberIds });
  const destinations: Readonly<Record<DestinationName, object>> = {
    ...{ line: line('201'), menu: { kind: 'ivr', id: short.id }, menuOnly: { kind: 'ivr', id: long.id } },
    ...{ queue: { kind: 'queue', id: help.id }, deafQueue: { kind: 'queue', id: deaf.id } },
    ...{ forward: line('206'), away: line('207'), outside: { kind: 'external', number: FORWARD_TO[code] } },
    ...{ blind: line('213'), attended: line('214'), group: { kind: 'ringgroup', id: group.id }, crossing: line('203') },
    ...{ voicemail: line('208'), redirectQueue: { kind: 'queue', id: redirect.id }, parked: line('218') },
    keyMenu: { kind: 'ivr', id: keyed.id },
  };
  for (const destinationName of DESTINATIONS)
    await api.call('POST', '/dids', {
      ...place,
      number: numberOf(code, destinationName),
      destination: destinations[destinationName],
    });
};

interface Account {
  readonly user: string;
  readonly password: string;
}

const addCustomer = async (api: Api, tenant: Tenant, serverId: number, holds: readonly Held[]) => {
  const { code, zone, country } = tenant;
  const currency = holds[0]?.list.currency ?? '';
  const customer = { code, name: `${code} Ltd`, timezone: zone, country, currency };
  const { id: customerId } = await api.call<Row>('POST', '/customers', customer);
  const lines = new Map<string, string>();
  const accounts: Account[] = [];
  const forwards: Readonly<Record<string, object>> = {
    '206': { forwardAlways: FORWARD_TO[code] },
    '207': { forwardUnregistered: FORWARD_TO[code] },
    // Without a registered phone. The greeting is short, so that callers leave a message.
    '208': { voicemail: true, voicemailGreeting: 'beep' },
  };
  for (const extension of [...SIPP_PHONES, '206', '207', '208', ...TEST_PHONES]) {
    const terms = { customerId, serverId, extension, name: `Line ${extension}`, callLimit: 20, ...forwards[extension] };
    const made = await api.call<Row & { sipUsername: string; secret: string }>('POST', '/subscribers', terms);
    lines.set(extension, made.id);
    accounts.push({ user: made.sipUsername, password: made.secret });
  }
  await addDestinations(api, tenant, { customerId, serverId }, lines);
  for (const { list, from } of holds) {
    const planId = await addPlan(api, list);
    await api.call('POST', `/plans/${planId}/customers`, { customerId, validFrom: new Date(from).toISOString() });
  }
  return { customerId, accounts, mailbox: lines.get('208') ?? '' };
};

export interface RealSetup {
  readonly serverId: number;
  readonly customers: Readonly<Record<Code, string>>;
  /** IDs of the subscribers with a voicemail box. */
  readonly mailboxes: readonly string[];
  /** SIP account of each subscriber. */
  readonly accounts: readonly Account[];
}

export const setUpReal = async (
  api: Api,
  pbx: Pbx,
  holds: Readonly<Record<Code, readonly Held[]>>,
): Promise<RealSetup> => {
  const serverId = await connectServer(api, pbx);
  const net = pbx.host.replace(/\.1$/, '');
  await api.call('POST', '/issuers', { name: 'Vega Telecom', legalName: 'Vega Telecom Ltd', isDefault: true });
  const trunk = { serverId, code: 'voxline', name: 'Voxline', mode: 'address', host: `${net}.30`, qualify: false };
  const { id: trunkId } = await api.call<Row>('POST', '/trunks', { ...trunk, addresses: [`${net}.20/31`] });
  await api.call('POST', '/outboundroutes', { serverId, name: 'Out', trunkIds: [trunkId] });
  const customers: Partial<Record<Code, string>> = {};
  const accounts: Account[] = [];
  const mailboxes: string[] = [];
  for (const tenant of TENANTS) {
    const made = await addCustomer(api, tenant, serverId, holds[tenant.code]);
    customers[tenant.code] = made.customerId;
    accounts.push(...made.accounts);
    mailboxes.push(made.mailbox);
  }
  await api.call('PATCH', `/customers/${customers.harbour}/account`, {
    billingMethod: 'prepaid',
    discountPercent: '0',
  });
  const payment = { kind: 'payment', amount: '500', currency: 'AUD' };
  await api.call('POST', `/customers/${customers.harbour}/ledger`, payment);
  await settled(api, serverId);
  return { serverId, customers: customers as Record<Code, string>, mailboxes, accounts };
};

/** Starts SIPp for the phones of all customers that the test does not control. */
export const startSippPhones = async (pbx: Pbx, { accounts }: RealSetup): Promise<void> => {
  const sippPhones = accounts.filter(({ user }) => SIPP_PHONES.some((line) => user.endsWith(`-${line}`)));
  const csv = join(pbx.folder, 'etc', 'robots.csv');
  writeFileSync(csv, sippPhones.map(({ user, password }) => `${user};${password}\n`).join(''));
  await pbx.agents(sippPhones.length, { ring: '200,900', talk: '2500,4000,7000', csv, samePort: true });
};

export type TestPhones = ReadonlyMap<string, SipPhone>;

/** Registers the controlled phones. The keys are SIP users such as `quay-211`. */
export const startTestPhones = async (pbx: Pbx, { accounts }: RealSetup): Promise<TestPhones> => {
  const address = `${pbx.host.replace(/\.1$/, '')}.11`;
  const testPhones = new Map<string, SipPhone>();
  let port = 5200;
  for (const { user, password } of accounts) {
    const line = TEST_PHONES.find((extension) => user.endsWith(`-${extension}`));
    if (line === undefined) continue;
    const code = TENANTS.find((tenant) => user.startsWith(`${tenant.code}-`))?.code ?? 'quay';
    const habits: PhoneBehavior =
      line === '216' ? { redirectTo: REDIRECT_TO[code] } : { answerAfterMs: line === '215' ? null : 300 };
    testPhones.set(user, await startSipPhone({ host: pbx.host, address, port: port++, user, password }, habits));
  }
  return testPhones;
};
