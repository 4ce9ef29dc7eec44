// Two customers that look alike in everything that may repeat: call centers, queue names, people. What crosses shows by id.
import { telephoneWav } from '@ringside/core/base/telephone-wav.ts';
import { runCommand } from '../cli/run-command.ts';
import { PASSWORD } from './test-console.ts';
import type { TestConsole } from './test-console.ts';

const OWN_ROLES = ['customer-admin', 'auditor', 'supervisor', 'wallboard', 'agent'] as const;
/** `reseller` belongs to the customer above: what is its customer's it reaches, what is the other's never. */
export const CUSTOMER_ROLES = ['reseller', ...OWN_ROLES] as const;
export const PLATFORM_ROLES = ['administrator', 'billing'] as const;

export interface Side {
  /** The reseller's own customer. */
  readonly parentId: string;
  readonly customerId: string;
  readonly callcenterId: string;
  readonly endpointId: number;
  readonly queueId: string;
  readonly subscriberId: string;
  readonly didId: string;
  readonly ringGroupId: string;
  readonly hoursId: string;
  readonly ivrId: string;
  readonly promptId: string;
  readonly trunkId: string;
  readonly outboundRouteId: string;
  /** Of the customer's administrator. */
  readonly apiKeyId: string;
  /** Made by the customer's administrator. */
  readonly roleId: string;
  readonly ruleId: string;
  readonly wallboardId: string;
  /** Of a link that opens the wallboard. */
  readonly wallLinkId: string;
  /** Of the customer's administrator. */
  readonly scheduleId: string;
  readonly userIds: Readonly<Record<string, string>>;
  readonly tokens: Readonly<Record<string, string>>;
}

export interface World {
  readonly a: Side;
  readonly b: Side;
  /** Tokens of the platform's staff by role. */
  readonly platform: Readonly<Record<string, string>>;
}

const must = async (console: TestConsole, token: string, path: string, body: unknown) => {
  const answer = await console.call(token, 'POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body;
};

const makeFlow = async (
  console: TestConsole,
  admin: string,
  mark: string,
  customerId: string,
  serverId: number,
  subscriberId: string,
) => {
  const place = { customerId, serverId };
  const line = { kind: 'extension', id: subscriberId };
  const hours = await must(console, admin, '/hours', { customerId, name: 'Office' });
  const group = await must(console, admin, '/ringgroups', { ...place, name: 'Desk', memberIds: [subscriberId] });
  const menu = await must(console, admin, '/ivrs', { ...place, name: 'Main', keys: [{ key: '1', destination: line }] });
  const audio = Buffer.from(telephoneWav(new Uint8Array(1600))).toString('base64');
  const prompt = await must(console, admin, '/prompts', { customerId, name: 'Welcome', audio });
  const did = await must(console, admin, '/dids', {
    ...place,
    number: mark === 'a' ? '+442079460101' : '+442079460102',
    destination: { kind: 'ringgroup', id: group.id },
  });
  const trunk = await must(console, admin, '/trunks', {
    ...place,
    code: 'carrier',
    name: `Carrier of twin-${mark}`,
    mode: 'address',
    host: 'sip.example.com',
  });
  const route = await must(console, admin, '/outboundroutes', { ...place, name: 'Out', trunkIds: [trunk.id] });
  return {
    didId: did.id as string,
    ringGroupId: group.id as string,
    hoursId: hours.id as string,
    ivrId: menu.id as string,
    promptId: prompt.id as string,
    trunkId: trunk.id as string,
    outboundRouteId: route.id as string,
  };
};

const makeSide = async (console: TestConsole, admin: string, mark: string): Promise<Side> => {
  const parent = await must(console, admin, '/customers', { code: `above-${mark}`, name: `Above ${mark}` });
  const customer = await must(console, admin, '/customers', {
    code: `twin-${mark}`,
    name: `Twin ${mark}`,
    parentId: parent.id,
  });
  const callcenter = await must(console, admin, '/callcenters', {
    customerId: customer.id,
    name: 'Support',
    code: 'support',
  });
  const endpoint = await must(console, admin, '/endpoints', {
    name: `PBX ${mark}`,
    amiHost: '127.0.0.1',
    amiPort: 9,
    amiUsername: 'console',
    amiSecret: `secret-of-${mark}`,
    enabled: false,
  });
  const queue = await must(console, admin, '/queues', {
    callcenterId: callcenter.id,
    serverId: endpoint.id,
    name: 'support',
    label: 'Support line',
  });
  const subscriber = await must(console, admin, '/subscribers', {
    customerId: customer.id,
    serverId: endpoint.id,
    extension: '100',
    name: 'Front desk',
  });
  const flow = await makeFlow(console, admin, mark, customer.id, endpoint.id, subscriber.id);
  const userIds: Record<string, string> = {};
  const tokens: Record<string, string> = {};
  await must(console, admin, '/users', {
    customerId: parent.id,
    username: `reseller-${mark}`,
    email: `reseller-${mark}@example.com`,
    role: 'reseller',
    password: PASSWORD,
  });
  tokens['reseller'] = await console.signIn(`reseller-${mark}`);
  for (const role of OWN_ROLES) {
    const username = `${role}-${mark}`;
    const user = await must(console, admin, '/users', {
      customerId: customer.id,
      username,
      email: `${username}@example.com`,
      firstname: 'Dana',
      lastname: 'Levi',
      role,
      callcenterIds: [callcenter.id],
      password: PASSWORD,
    });
    userIds[role] = user.id;
    tokens[role] = await console.signIn(username);
  }
  const key = await must(console, tokens['customer-admin'] ?? '', '/apikeys', {
    name: `Key of twin-${mark}`,
    scopes: ['read:queue'],
  });
  const role = await must(console, tokens['customer-admin'] ?? '', '/roles', {
    name: `Role of twin-${mark}`,
    reach: 'team',
    level: 75,
    abilities: [{ action: 'read', resource: 'queue' }],
  });
  const rule = await must(console, tokens['customer-admin'] ?? '', '/acl', {
    kind: 'network',
    name: `Rule of twin-${mark}`,
    effect: 'deny',
    cidrs: ['192.0.2.0/24'],
    enabled: false,
  });
  const wallboard = await must(console, tokens['customer-admin'] ?? '', '/wallboards', {
    name: `Wall of twin-${mark}`,
    pages: [{ tiles: [{ kind: 'queue', id: 't1', queueId: queue.id, figures: ['waiting'] }] }],
  });
  const link = await must(console, tokens['customer-admin'] ?? '', `/wallboards/${wallboard.id}/links`, {
    name: `Screen of twin-${mark}`,
  });
  const schedule = await must(console, tokens['customer-admin'] ?? '', '/reports/schedules', {
    ...{ name: `Weekly twin-${mark}`, report: 'queues', format: 'csv', every: 'week', language: 'en' },
    recipients: [`boss-${mark}@example.com`],
  });
  return {
    parentId: parent.id,
    customerId: customer.id,
    callcenterId: callcenter.id,
    endpointId: endpoint.id,
    queueId: queue.id,
    subscriberId: subscriber.id,
    ...flow,
    apiKeyId: key.id,
    roleId: role.id,
    ruleId: rule.id,
    wallboardId: wallboard.id,
    wallLinkId: link.id,
    scheduleId: schedule.id,
    userIds,
    tokens,
  };
};

export const makeTwoCustomers = async (console: TestConsole): Promise<World> => {
  const platform: Record<string, string> = {};
  for (const role of PLATFORM_ROLES) {
    const made = await runCommand(console.deps, {
      command: 'user create',
      options: { username: role, role, email: `${role}@example.com`, password: PASSWORD },
    });
    if (!made.ok) throw new Error(made.lines.join());
    platform[role] = await console.signIn(role);
  }
  const admin = platform['administrator'] ?? '';
  return { a: await makeSide(console, admin, 'a'), b: await makeSide(console, admin, 'b'), platform };
};
