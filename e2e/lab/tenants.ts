// Creates the lab's two customers and their queues through the console's API.
import type { Api, RunningConsole } from './console.ts';
import { sleep } from './lab.ts';
import type { LiveAnswer } from './live.ts';

interface Link {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly secret: string;
}

export const QUEUES = {
  acme: ['acme-sales', 'acme-support'],
  globex: ['globex-orders', 'globex-billing'],
} as const;

/** Service-level settings of all queues of the lab, in seconds. */
export const SERVICE_LEVEL = { slaTargetSeconds: 20, shortAbandonSeconds: 5 } as const;

/** Devices and contexts of the lab's hand-written files. */
const NAMES = {
  acme: { device: ['acme-101', 'acme-102', 'acme-103', 'acme-104'], context: ['acme-internal'] },
  globex: {
    device: ['globex-201', 'globex-202', 'globex-203', 'globex-204'],
    context: ['globex-internal', 'globex-agents'],
  },
} as const;

const addTenant = async (api: Api, code: keyof typeof QUEUES, serverIds: readonly number[]): Promise<string> => {
  const customer = await api.call<{ id: string }>('POST', '/customers', {
    code,
    name: `${code} Ltd.`,
    timezone: 'UTC',
  });
  const callcenter = await api.call<{ id: string }>('POST', '/callcenters', {
    customerId: customer.id,
    name: `${code} desk`,
    code: 'desk',
    ...SERVICE_LEVEL,
  });
  for (const serverId of serverIds)
    for (const name of QUEUES[code]) await api.call('POST', '/queues', { callcenterId: callcenter.id, serverId, name });
  for (const serverId of serverIds)
    for (const kind of ['device', 'context'] as const)
      await api.call('POST', `/endpoints/${serverId}/names`, {
        customerId: customer.id,
        kind,
        names: NAMES[code][kind],
      });
  await api.call('POST', '/users', {
    customerId: customer.id,
    username: `${code}-admin`,
    email: `admin@${code}.example`,
    role: 'customer-admin',
    password: `pass phrase of ${code}`,
  });
  return customer.id;
};

export interface LabSetup {
  /** Endpoint ids in the order of the links. */
  readonly serverIds: readonly number[];
  readonly customerIds: Readonly<Record<keyof typeof QUEUES, string>>;
}

export const setUpTenants = async (api: Api, links: readonly Link[]): Promise<LabSetup> => {
  const serverIds: number[] = [];
  for (const link of links) {
    const made = await api.call<{ id: number }>('POST', '/endpoints', {
      name: link.name,
      amiHost: link.host,
      amiPort: link.port,
      amiUsername: link.username,
      amiSecret: link.secret,
    });
    serverIds.push(made.id);
  }
  const acme = await addTenant(api, 'acme', serverIds);
  const globex = await addTenant(api, 'globex', serverIds);
  return { serverIds, customerIds: { acme, globex } };
};

/** Polls until `says` returns true for the console's state of the server. */
export const waitForLink = async (
  console: RunningConsole,
  serverId: number,
  says: (server: LiveAnswer['servers'][number]) => boolean,
  withinMs = 60_000,
): Promise<void> => {
  const until = Date.now() + withinMs;
  let last: unknown;
  while (Date.now() < until) {
    const live = await console.api.call<LiveAnswer>('GET', '/live');
    const server = live.servers.find((s) => s.id === serverId);
    last = server;
    if (server !== undefined && says(server)) return;
    await sleep(100);
  }
  throw new Error(`Server ${serverId} did not reach the expected state: ${JSON.stringify(last)}\n${console.output()}`);
};

export const isUp = (server: LiveAnswer['servers'][number]): boolean => server.connected && !server.stale;
export const isStale = (server: LiveAnswer['servers'][number]): boolean => !server.connected && server.stale;
