// Fills a new console through its own HTTP API, so that all data of the demo has passed its checks.
import { randomInt } from 'node:crypto';
import { apiOf, type Api } from './api.ts';
import { DEMO_CUSTOMERS, DEMO_SERVERS, DEMO_SIGN_INS, queueName } from './demo-customers.ts';
import type { DemoCustomer, DemoQueue } from './customers/demo-customer.ts';
import { seedCallFlow, seedTrunks } from './seed-call-flow.ts';
import { seedLines, seedMembers } from './seed-lines.ts';
import { seedCarriers, seedPlans } from './seed-plans.ts';
import { seedWallboards } from './seed-wallboards.ts';

export interface Credentials {
  readonly role: string;
  readonly username: string;
  readonly password: string;
}

interface PbxAddress {
  readonly name: string;
  readonly port: number;
  readonly username: string;
  readonly secret: string;
}

export interface Seeded {
  readonly signIns: readonly Credentials[];
  /** Ids of the servers by name. */
  readonly serverIds: ReadonlyMap<string, number>;
  readonly token: string;
}

const WORDS =
  'amber anchor birch bronze canyon cedar cobalt copper coral delta ember falcon fjord garnet glacier granite harbor hazel indigo ivory juniper lagoon lantern linen maple meadow mica nectar olive onyx orchid otter pebble pepper pine plume quartz raven reef saffron sage slate sparrow spruce tern thistle topaz tundra umber velvet walnut willow wren zephyr'.split(
    ' ',
  );

/** Easy to type but hard to guess: four of 54 words and two digits. */
export const newPassword = (): string => {
  const word = (): string => WORDS[randomInt(WORDS.length)] ?? 'amber';
  return `${word()}-${word()}-${word()}-${word()}-${randomInt(10, 100)}`;
};

/** Settings as on the simulated PBX, so that provisioning changes nothing. */
const queueOptions = (q: DemoQueue) => ({
  managed: true,
  extension: `7${q.did.slice(-2)}`,
  strategy: q.strategy,
  ringSeconds: 18,
  retrySeconds: 2,
  wrapupSeconds: q.wrapup,
  maxCallers: q.maxLength,
  weight: q.weight,
  serviceLevelSeconds: q.serviceLevel,
  maxWaitSeconds: 300,
});

interface Id {
  readonly id: string;
}

const seedCallcenters = async (
  api: Api,
  customer: DemoCustomer,
  customerId: string,
  serverId: number,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const center of customer.callcenters) {
    const { id } = await api.post<Id>('/callcenters', {
      customerId,
      name: center.name,
      code: center.code,
      timezone: customer.timezone,
      slaFormula: center.slaFormula,
      slaTargetSeconds: center.slaTargetSeconds,
      slaTargetPercent: center.slaTargetPercent,
      wrapupSeconds: Math.max(...center.queues.map((q) => q.wrapup)),
      pauseReasons: customer.pauses.map((p) => ({
        code: p.reason,
        label: p.reason,
        paid: p.paid,
        maxMinutes: p.minutes[1] + 5,
      })),
    });
    ids.set(center.code, id);
    for (const q of center.queues)
      await api.post('/queues', {
        callcenterId: id,
        serverId,
        name: queueName(customer, q),
        label: q.label,
        ...queueOptions(q),
      });
  }
  return ids;
};

const seedCustomer = async (
  api: Api,
  customer: DemoCustomer,
  serverId: number,
  passwordOf: (username: string) => string | undefined,
): Promise<string> => {
  const { id: customerId } = await api.post<Id>('/customers', {
    code: customer.code,
    name: customer.name,
    timezone: customer.timezone,
    currency: customer.currency,
    language: customer.language,
    country: customer.country,
    contactName: customer.contactName,
    contactEmail: customer.contactEmail,
    phone: customer.phone,
    showPrices: true,
  });
  const callcenterIds = await seedCallcenters(api, customer, customerId, serverId);
  for (const user of customer.users)
    await api.post('/users', {
      customerId,
      username: user.username,
      email: `${user.username}@${customer.code}.example`,
      firstname: user.firstname,
      lastname: user.lastname,
      role: user.role,
      callcenterIds: user.callcenters.map((code) => callcenterIds.get(code)),
      language: customer.language,
      timezone: customer.timezone,
      password: passwordOf(user.username),
    });
  // Contexts in the dialplan of the simulated PBX.
  const names = [`${customer.code}-internal`, `${customer.code}-agents`];
  await api.post(`/endpoints/${serverId}/names`, { customerId, kind: 'context', names });
  await seedLines(api, customer, customerId, serverId);
  await seedMembers(api, customer, customerId);
  await seedCallFlow(api, customer, customerId, serverId);
  return customerId;
};

/** The customers have had their plans for six weeks. */
const PAYING_MS = 42 * 86_400_000;

/** `setupToken`: from the one-time link for the first administrator. Servers are left switched off. */
export const seed = async (url: string, setupToken: string, pbxs: readonly PbxAddress[]): Promise<Seeded> => {
  const signIns = DEMO_SIGN_INS.map((s) => ({ ...s, password: newPassword() }));
  const passwordOf = (username: string): string | undefined => signIns.find((s) => s.username === username)?.password;
  const { token } = await apiOf(url, null).post<{ token: string }>('/setup', {
    token: setupToken,
    username: 'admin',
    email: 'admin@ringside.example',
    firstname: 'Ada',
    lastname: 'Operator',
    password: passwordOf('admin'),
  });
  const api = apiOf(url, token);
  const serverIds = new Map<string, number>();
  for (const server of DEMO_SERVERS) {
    const pbx = pbxs.find((p) => p.name === server.name);
    if (!pbx) throw new Error(`No simulated PBX for ${server.name}`);
    const { id } = await api.post<{ id: number }>('/endpoints', {
      name: server.name,
      description: server.description,
      region: server.region,
      amiHost: '127.0.0.1',
      amiPort: pbx.port,
      amiUsername: pbx.username,
      amiSecret: pbx.secret,
      sipHost: server.sipHost,
      enabled: false,
    });
    serverIds.set(server.name, id);
    await seedTrunks(
      api,
      id,
      server.name === 'Haifa 1' ? 'IL' : 'ES',
      server.name === 'Haifa 1' ? ['100', '112'] : ['112'],
    );
  }
  const customerIds = new Map<string, string>();
  for (const customer of DEMO_CUSTOMERS)
    customerIds.set(customer.code, await seedCustomer(api, customer, serverIds.get(customer.server) ?? 0, passwordOf));
  await seedWallboards(api, customerIds.get('aurora') ?? '', {
    cockpit: 'Sala principal',
    desk: 'Citas',
    welcome: '¡Buenos días, equipo!',
  });
  await seedPlans(api, customerIds, new Date(Date.now() - PAYING_MS));
  await seedCarriers(api, serverIds);
  await api.post('/users', {
    customerId: null,
    username: 'billing',
    email: 'billing@ringside.example',
    firstname: 'Bill',
    lastname: 'Ledger',
    role: 'billing',
    password: passwordOf('billing'),
  });
  return { signIns, serverIds, token };
};
