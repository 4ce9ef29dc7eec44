// Builds the plans of two simulated PBXs from the demo's customers.
import type { AgentPlan, PbxPlan, QueuePlan, TenantPlan } from '../../../tools/fake-pbx/src/sim/plan.ts';
import { agentExtension, DEMO_CUSTOMERS, DEMO_SERVERS, leadersWithLines, queueName } from './demo-customers.ts';
import type { DemoCustomer } from './customers/demo-customer.ts';
import { demoPeople } from './demo-people.ts';

/** Hour of the simulated day at which a demo begins: late morning, so that it has a past and most of the day ahead. */
const STARTS_AT_HOUR = 11.4;

const SHIFTS: readonly (readonly [number, number])[] = [
  [7, 16],
  [8, 17.5],
  [7.5, 16.5],
  [9, 19],
  [8, 18],
  [10.5, 21],
];

const tenantOf = (c: DemoCustomer, seed: string): TenantPlan => ({
  name: c.code,
  tenantId: c.code,
  noCallWaiting: c.noCallWaiting,
  outboundNumber: c.phone,
  people: demoPeople(c.country, 160, seed),
  internalPerHour: 14,
  outboundPerHour: 30,
  pauses: c.pauses,
});

const queuesOf = (c: DemoCustomer): readonly QueuePlan[] =>
  c.callcenters.flatMap((center) =>
    center.queues.map((q) => ({
      name: queueName(c, q),
      tenant: c.code,
      did: q.did,
      strategy: q.strategy,
      timeout: 18,
      retry: 2,
      wrapup: q.wrapup,
      serviceLevel: q.serviceLevel,
      weight: q.weight,
      maxLength: q.maxLength,
      maxWait: 300,
      autopause: q.strategy === 'linear',
      refuseWhenEmpty: false,
      continues: false,
      // Tuned so that callers usually wait in some queue, and a plausible number abandon.
      callsPerHour: q.callsPerHour * 1.5,
      talk: q.talk,
      patience: q.patience * 1.7,
      keyExit: 0.02,
      transfers: 0.05,
    })),
  );

/** Each agent has up to two queues of their call center; every third also has a queue of the next one, with a higher penalty. */
export const agentsOf = (c: DemoCustomer): readonly AgentPlan[] => {
  let number = 0;
  return c.callcenters.flatMap((center, n) =>
    center.agents.map((name, i): AgentPlan => {
      const own = center.queues.map((q) => queueName(c, q));
      const other = c.callcenters[(n + 1) % c.callcenters.length]!.queues[0]!;
      const first = own[i % own.length]!;
      const second = own[(i + 1) % own.length]!;
      const queues = [
        { queue: first, penalty: 0 },
        ...(second === first ? [] : [{ queue: second, penalty: i % 2 }]),
        ...(i % 3 === 0 ? [{ queue: queueName(c, other), penalty: 3 }] : []),
      ];
      const turn = number++;
      return {
        name,
        tenant: c.code,
        extension: agentExtension(c, turn),
        queues,
        dynamic: turn % 2 === 1,
        shift: SHIFTS[turn % SHIFTS.length]!,
        answers: 0.9 + (turn % 5) * 0.02,
        picksUpIn: 2.5 + (turn % 4) * 0.8,
      };
    }),
  );
};

/** Administrators and supervisors have phones for supervision and own calls, but are in no queue. */
const leadersOf = (c: DemoCustomer): readonly AgentPlan[] =>
  leadersWithLines(c).map(({ name, extension }) => ({
    name,
    tenant: c.code,
    extension,
    queues: [],
    dynamic: false,
    shift: [0, 24] as const,
    answers: 1,
    picksUpIn: 2,
  }));

const DAY = 86_400_000;

/** `startAt`: when the demo begins, epoch ms. */
export const demoPlans = (startAt: number, seed: string): readonly PbxPlan[] =>
  DEMO_SERVERS.map((server) => {
    const customers = DEMO_CUSTOMERS.filter((c) => c.server === server.name);
    return {
      systemName: server.systemName,
      seed,
      tenants: customers.map((c) => tenantOf(c, seed)),
      queues: customers.flatMap(queuesOf),
      agents: customers.flatMap((c) => [...agentsOf(c), ...leadersOf(c)]),
      dayOffset: STARTS_AT_HOUR * 3_600_000 - (startAt % DAY),
      flat: false,
      still: false,
      dialplanEvents: false,
    };
  });

const MORNING_MS = (STARTS_AT_HOUR - 7) * 3_600_000;
/** Hour (UTC) at which past days open, so that they lie in the office hours of all the demo's customers. */
export const DEMO_OPENS_HOURS = 6;

/** Returns when the working day of a demo that begins at `startAt` opened, epoch ms. Its history starts there. */
export const demoOpening = (startAt: number): number => startAt - MORNING_MS;
/** Returns when a demo begins whose working day opened at `opening`. */
export const startOfDemo = (opening: number): number => opening + MORNING_MS;
