// Creates plans by size, for tests and load runs that need only counts.
import type { AgentPlan, PbxPlan, QueuePlan, Strategy, TenantPlan } from './plan.ts';

interface LoadSize {
  readonly systemName: string;
  readonly seed?: number | string;
  readonly tenants?: number;
  readonly queues?: number;
  readonly agents?: number;
  /** Calls per hour into all queues together. */
  readonly callsPerHour?: number;
  /** Median talk time in seconds. Short calls produce many events. */
  readonly talk?: number;
  readonly dialplanEvents?: boolean;
}

const STRATEGIES: readonly Strategy[] = ['rrmemory', 'leastrecent', 'ringall', 'fewestcalls', 'random', 'linear'];
const FIRST = [
  'Ann',
  'Bob',
  'Cleo',
  'Dan',
  'Eve',
  'Frank',
  'Gil',
  'Hana',
  'Inés',
  'Jörg',
  'Kátia',
  'Léa',
  'Mika',
  'Noa',
  'Omar',
  'שרה',
];
const LAST = [
  'Archer',
  'Baker',
  'Cruz',
  'Díaz',
  'Évrard',
  'Fox',
  "O'Neil",
  'Hart',
  'Irwin',
  'Kowalski',
  'Levi',
  'כהן',
  'Núñez',
  'Smith',
];

const nameOf = (i: number): string => `${FIRST[i % FIRST.length]!} ${LAST[Math.floor(i / 3) % LAST.length]!}`;

const tenantOf = (i: number): TenantPlan => ({
  name: `tenant${i + 1}`,
  tenantId: i % 2 === 1 ? `tenant${i + 1}` : undefined,
  noCallWaiting: i % 2 === 0,
  outboundNumber: `+1202555${String(1000 + i)}`,
  people: Array.from({ length: 40 }, (_, n) => ({
    number: `+4420794${String(60_000 + i * 100 + n)}`,
    name: n % 5 === 0 ? '' : nameOf(n * 7 + i),
  })),
  internalPerHour: 6,
  outboundPerHour: 12,
  pauses: [
    { reason: 'Lunch', minutes: [20, 40] },
    { reason: 'Break', minutes: [5, 12] },
    { reason: '', minutes: [1, 4] },
  ],
});

const queueOf = (i: number, tenants: number, callsPerHour: number, talk: number): QueuePlan => ({
  name: `tenant${(i % tenants) + 1}-queue${Math.floor(i / tenants) + 1}`,
  tenant: `tenant${(i % tenants) + 1}`,
  did: `+12025550${String(100 + i)}`,
  strategy: STRATEGIES[i % STRATEGIES.length]!,
  timeout: 12,
  retry: 1,
  wrapup: 5,
  serviceLevel: 20,
  weight: i % 3,
  maxLength: i % 4 === 3 ? 5 : 0,
  maxWait: 120,
  autopause: i % 5 === 2,
  refuseWhenEmpty: i % 6 === 5,
  continues: i % 3 === 1,
  callsPerHour,
  talk,
  patience: 60,
  keyExit: 0.03,
  transfers: 0.06,
});

export const loadPlan = (size: LoadSize): PbxPlan => {
  const tenants = size.tenants ?? 2;
  const queues = size.queues ?? 6;
  const agents = size.agents ?? 18;
  const perQueue = (size.callsPerHour ?? agents * 40) / queues;
  const agentOf = (i: number): AgentPlan => {
    const tenant = i % tenants;
    const own = Array.from({ length: queues }, (_, q) => q).filter((q) => q % tenants === tenant);
    const first = own[Math.floor(i / tenants) % own.length] ?? tenant;
    const second = own[(Math.floor(i / tenants) + 1) % own.length] ?? first;
    const queueName = (q: number): string => `tenant${(q % tenants) + 1}-queue${Math.floor(q / tenants) + 1}`;
    return {
      name: nameOf(i),
      tenant: `tenant${tenant + 1}`,
      extension: String(101 + Math.floor(i / tenants)),
      queues: [...new Set([first, second])].map((q, n) => ({ queue: queueName(q), penalty: n })),
      local: i % 4 === 1,
      dynamic: i % 3 === 2,
      shift: [0, 24],
      answers: 0.9,
      picksUpIn: 3,
    };
  };
  return {
    systemName: size.systemName,
    seed: size.seed ?? 1,
    tenants: Array.from({ length: tenants }, (_, i) => tenantOf(i)),
    queues: Array.from({ length: queues }, (_, i) => queueOf(i, tenants, perQueue, size.talk ?? 40)),
    agents: Array.from({ length: agents }, (_, i) => agentOf(i)),
    dayOffset: 0,
    flat: true,
    still: false,
    dialplanEvents: size.dialplanEvents ?? false,
  };
};
