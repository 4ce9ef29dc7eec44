// Creates two customers that are equal wherever names may repeat: call centers, queues, users. A leak between them shows by its id.
import { telephoneWav } from '@ringside/core/routing/telephone-wav.ts';
import { runCommand } from '../cli/run-command.ts';
import { bodyOf, DERIVED } from './derived-examples.ts';
import type { Side, World } from './side.ts';
import { PASSWORD } from './test-console.ts';
import type { TestConsole } from './test-console.ts';

const OWN_ROLES = ['customer-admin', 'auditor', 'supervisor', 'wallboard', 'agent'] as const;
/** `reseller` belongs to the parent customer. It reaches the objects of its own customer and never those of the other. */
export const CUSTOMER_ROLES = ['reseller', ...OWN_ROLES] as const;
const PLATFORM_ROLES = ['administrator', 'billing'] as const;

/** A console in this process, or one behind its port. */
type Room = Pick<TestConsole, 'call' | 'signIn'>;

const must = async (console: Room, token: string, path: string, body: unknown) => {
  const answer = await console.call(token, 'POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body;
};

const makeFlow = async (
  console: Room,
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

/** A customer below a parent, with one call center. */
const makeCustomer = async (console: Room, admin: string, mark: string) => {
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
  return { parentId: parent.id, customerId: customer.id, callcenterId: callcenter.id };
};

type CustomerIds = Awaited<ReturnType<typeof makeCustomer>>;

/** A PBX server with a queue and a subscriber of the customer. */
const makePbx = async (console: Room, admin: string, mark: string, { customerId, callcenterId }: CustomerIds) => {
  const endpoint = await must(console, admin, '/endpoints', {
    name: `PBX ${mark}`,
    amiHost: '127.0.0.1',
    amiPort: 9,
    amiUsername: 'console',
    amiSecret: `secret-of-${mark}`,
    enabled: false,
  });
  const queue = await must(console, admin, '/queues', {
    callcenterId,
    serverId: endpoint.id,
    name: 'support',
    label: 'Support line',
  });
  const subscriber = await must(console, admin, '/subscribers', {
    customerId,
    serverId: endpoint.id,
    extension: '100',
    name: 'Front desk',
  });
  return { endpointId: endpoint.id, queueId: queue.id, subscriberId: subscriber.id };
};

/** A user of each customer role, signed in. The reseller belongs to the parent. */
const makeUsers = async (
  console: Room,
  admin: string,
  mark: string,
  { parentId, customerId, callcenterId }: CustomerIds,
): Promise<Pick<Side, 'userIds' | 'tokens'>> => {
  const userIds: Record<string, string> = {};
  const tokens: Record<string, string> = {};
  await must(console, admin, '/users', {
    customerId: parentId,
    username: `reseller-${mark}`,
    email: `reseller-${mark}@example.com`,
    role: 'reseller',
    password: PASSWORD,
  });
  tokens['reseller'] = await console.signIn(`reseller-${mark}`);
  for (const role of OWN_ROLES) {
    const username = `${role}-${mark}`;
    const user = await must(console, admin, '/users', {
      customerId,
      username,
      email: `${username}@example.com`,
      firstname: 'Dana',
      lastname: 'Levi',
      role,
      callcenterIds: [callcenterId],
      password: PASSWORD,
    });
    userIds[role] = user.id;
    tokens[role] = await console.signIn(username);
  }
  return { userIds, tokens };
};

/** The objects that a customer's administrator creates: an API key, a role, a rule, a wallboard and a report schedule. */
const makeOwnObjects = async (console: Room, customerAdmin: string, mark: string, queueId: string) => {
  const key = await must(console, customerAdmin, '/apikeys', {
    name: `Key of twin-${mark}`,
    scopes: ['read:queue'],
  });
  const role = await must(console, customerAdmin, '/roles', {
    name: `Role of twin-${mark}`,
    reach: 'team',
    level: 75,
    abilities: [{ action: 'read', resource: 'queue' }],
  });
  const rule = await must(console, customerAdmin, '/acl', {
    kind: 'network',
    name: `Rule of twin-${mark}`,
    effect: 'deny',
    cidrs: ['192.0.2.0/24'],
    enabled: false,
  });
  const wallboard = await must(console, customerAdmin, '/wallboards', {
    name: `Wall of twin-${mark}`,
    pages: [{ tiles: [{ kind: 'queue', id: 't1', queueId, figures: ['waiting'] }] }],
  });
  const link = await must(console, customerAdmin, `/wallboards/${wallboard.id}/links`, {
    name: `Screen of twin-${mark}`,
  });
  const schedule = await must(console, customerAdmin, '/reports/schedules', {
    ...{ name: `Weekly twin-${mark}`, report: 'queues', format: 'csv', every: 'week', language: 'en' },
    recipients: [`boss-${mark}@example.com`],
  });
  return {
    apiKeyId: key.id,
    roleId: role.id,
    ruleId: rule.id,
    wallboardId: wallboard.id,
    wallLinkId: link.id,
    scheduleId: schedule.id,
  };
};

const makeSide = async (console: Room, admin: string, mark: string): Promise<Side> => {
  const customer = await makeCustomer(console, admin, mark);
  const pbx = await makePbx(console, admin, mark, customer);
  const flow = await makeFlow(console, admin, mark, customer.customerId, pbx.endpointId, pbx.subscriberId);
  const users = await makeUsers(console, admin, mark, customer);
  const objects = await makeOwnObjects(console, users.tokens['customer-admin'] ?? '', mark, pbx.queueId);
  const side: Side = { ...customer, ...pbx, ...flow, ...objects, rows: {}, ...users };
  const rows: Record<string, string | number> = {};
  for (const noun of DERIVED)
    rows[noun.name] = (await must(console, admin, noun.path, bodyOf(noun, { ...side, rows }, 1))).id;
  return { ...side, rows };
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
  return makeSides(console, platform);
};

/** `platform`: tokens of the staff, an administrator's among them. */
export const makeSides = async (console: Room, platform: Readonly<Record<string, string>>): Promise<World> => {
  const admin = platform['administrator'] ?? '';
  return { a: await makeSide(console, admin, 'a'), b: await makeSide(console, admin, 'b'), platform };
};
