// The lab's two tenants (lab/conf/pbx) as an idle PBX on which tests replay scenes of transcripts.
import type { PbxPlan, QueuePlan } from './sim/plan.ts';

const queue = (name: string, did: string, over: Partial<QueuePlan>): QueuePlan => ({
  name,
  tenant: name.split('-')[0]!,
  did,
  strategy: 'rrmemory',
  timeout: 12,
  retry: 1,
  wrapup: 0,
  serviceLevel: 20,
  weight: 5,
  maxLength: 0,
  maxWait: 300,
  autopause: false,
  refuseWhenEmpty: false,
  continues: false,
  callsPerHour: 0,
  talk: 30,
  patience: 60,
  keyExit: 0,
  transfers: 0,
  ...over,
});

const agent = (name: string, tenant: string, extension: string, queues: readonly (readonly [string, number])[]) => ({
  name,
  tenant,
  extension,
  queues: queues.map(([q, penalty]) => ({ queue: q, penalty })),
  dynamic: false,
  shift: [0, 24] as const,
  answers: 1,
  picksUpIn: 2,
});

const people = [
  { number: '+12125550123', name: 'Ivy Irwin' },
  { number: '+442079460958', name: "O'Neil & Sons" },
];

export const labPlan: PbxPlan = {
  systemName: 'pbx1',
  seed: 'lab',
  tenants: [
    {
      name: 'acme',
      noCallWaiting: true,
      outboundNumber: '+12025550100',
      people,
      internalPerHour: 0,
      outboundPerHour: 0,
      pauses: [{ reason: 'Lunch', minutes: [20, 30] }],
    },
    {
      name: 'globex',
      noCallWaiting: false,
      outboundNumber: '+442079460100',
      people,
      internalPerHour: 0,
      outboundPerHour: 0,
      pauses: [{ reason: 'Lunch', minutes: [20, 30] }],
    },
  ],
  queues: [
    queue('acme-sales', '+12025550101', {}),
    queue('acme-support', '+12025550102', {
      strategy: 'leastrecent',
      timeout: 8,
      autopause: true,
      maxLength: 10,
      maxWait: 60,
    }),
    queue('globex-orders', '+442079460101', {
      strategy: 'ringall',
      timeout: 15,
      weight: 0,
      maxLength: 5,
      continues: true,
    }),
    queue('globex-billing', '+442079460102', {
      strategy: 'linear',
      timeout: 10,
      retry: 2,
      weight: 1,
      maxLength: 3,
      continues: true,
    }),
  ],
  agents: [
    agent('Ann Archer', 'acme', '101', [['acme-sales', 0]]),
    agent('Bob Baker', 'acme', '102', [['acme-sales', 0]]),
    agent('Cleo Cruz', 'acme', '103', [
      ['acme-sales', 1],
      ['acme-support', 0],
    ]),
    agent('Dan Díaz', 'acme', '104', [['acme-support', 0]]),
    agent('Eve Évrard', 'globex', '201', [['globex-orders', 0]]),
    agent('Frank Fab Fox', 'globex', '202', [['globex-orders', 0]]),
  ],
  dayOffset: 0,
  flat: true,
  still: true,
  dialplanEvents: true,
};
