// Creates lines for the demo's agents, supervisors and administrators, with the same extensions as on the simulated PBX.
import type { Api } from './api.ts';
import { HAND_MADE } from './demo-disk.ts';
import { agentExtension, leadersWithLines } from './demo-customers.ts';
import { agentsOf } from './demo-plans.ts';
import type { DemoCustomer } from './customers/demo-customer.ts';

/** Settings that differ between lines, so that the list shows some variety. */
const CHANGED: readonly (Readonly<Record<string, unknown>> & { readonly forwarded?: boolean })[] = [
  { recording: 'all' },
  { recording: 'all', callLimit: 3 },
  { recording: 'inbound', forwarded: true },
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
    const { forwarded = false, ...changed } = CHANGED[turn % CHANGED.length] ?? {};
    await api.post('/subscribers', {
      customerId,
      serverId,
      extension: agentExtension(customer, turn),
      name,
      userId: users.find((u) => `${u.firstname} ${u.lastname}` === name)?.id ?? null,
      ...changed,
      ...(forwarded ? { forwardNoAnswer: agentExtension(customer, 0) } : {}),
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

/** Adds the lines of each queue as on the simulated PBX: half of the agents are static members, the others log in. */
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
