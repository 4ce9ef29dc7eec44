// A line for each of the demo's agents and of those who lead them, numbered as their phones on the simulated PBX are.
import type { Api } from './api.ts';
import { HAND_MADE } from './demo-disk.ts';
import { agentExtension, leadersWithLines } from './demo-customers.ts';
import { agentsOf } from './demo-plans.ts';
import type { DemoCustomer } from './customers/demo-customer.ts';

/** What some of them changed: a list in which all rows are alike shows nothing. */
const CHANGED: readonly Readonly<Record<string, unknown>>[] = [
  { recording: 'all' },
  { recording: 'all', callLimit: 3 },
  { recording: 'inbound', forwardNoAnswer: '101' },
  {},
  { recording: 'all', voicemail: true },
  { recording: 'on-demand', webrtc: true, codecs: ['opus', 'ulaw'] },
];

interface UserRow {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
}

export const seedLines = async (
  api: Api,
  customer: DemoCustomer,
  customerId: string,
  serverId: number,
): Promise<void> => {
  const { data: users } = await api.get<{ data: readonly UserRow[] }>(`/users?customerId=${customerId}&perPage=100`);
  const agents = customer.callcenters.flatMap((center) => center.agents);
  for (const [turn, name] of agents.entries()) {
    const changed = CHANGED[turn % CHANGED.length] ?? {};
    await api.post('/subscribers', {
      customerId,
      serverId,
      extension: agentExtension(turn),
      name,
      userId: users.find((u) => `${u.firstname} ${u.lastname}` === name)?.id ?? null,
      ...changed,
      ...(changed['voicemail'] === true ? { voicemailEmail: `voicemail@${customer.code}.example` } : {}),
    });
  }
  for (const { name, extension } of leadersWithLines(customer)) {
    const userId = users.find((u) => `${u.firstname} ${u.lastname}` === name)?.id ?? null;
    await api.post('/subscribers', { customerId, serverId, extension, name, userId });
  }
  if (customer.code === HAND_MADE.customer)
    await api.post('/subscribers', { customerId, serverId, extension: HAND_MADE.extension, name: 'לובי' });
};

interface Row {
  readonly id: string;
  readonly name: string;
  readonly extension: string;
}

/** The lines of each queue, as the simulated PBX has them: half of the agents are always in, the others log in. */
export const seedMembers = async (api: Api, customer: DemoCustomer, customerId: string): Promise<void> => {
  const rows = async (path: string) =>
    (await api.get<{ data: readonly Row[] }>(`${path}?customerId=${customerId}&perPage=100`)).data;
  const [lines, queues] = [await rows('/subscribers'), await rows('/queues')];
  for (const agent of agentsOf(customer)) {
    const line = lines.find((row) => row.extension === agent.extension);
    for (const { queue, penalty } of agent.queues) {
      const path = `/queues/${queues.find((row) => row.name === queue)?.id}/members`;
      await api.post(path, { subscriberId: line?.id, penalty, kind: agent.dynamic ? 'dynamic' : 'static' });
    }
  }
};
