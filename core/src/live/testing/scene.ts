// A scene with one queue and one agent, and facts of a PBX server for it.
import type { LiveEvent } from '../event.ts';
import type { ChannelFact, MemberFact, PbxFact, QueueFact } from '../../asterisk/fact.ts';
import { NOBODY, type CallRow, type MemberRow, type QueueRow } from '../state.ts';
import { createTracker, type Tracker } from '../tracker/tracker.ts';

const T0 = 1_795_000_000_000;
export const owner = { customerId: 'acme', callcenterId: 'north' };

export const channel = (uniqueid: string, more: Partial<ChannelFact> = {}): ChannelFact => ({
  channel: `PJSIP/carrier-0000000${uniqueid.slice(-1)}`,
  state: 4,
  stateDesc: 'Ring',
  callerIdNum: '+34912345678',
  callerIdName: 'José Núñez',
  connectedLineNum: '',
  connectedLineName: '',
  accountCode: 'acme',
  context: 'from-trunk',
  exten: '+12025550101',
  uniqueid,
  linkedid: uniqueid,
  tenantId: '',
  ...more,
});

export const queue: QueueFact = {
  queue: 'sales',
  max: 10,
  strategy: 'rrmemory',
  calls: 0,
  holdtime: 4,
  talktime: 60,
  completed: 3,
  abandoned: 1,
  serviceLevel: 20,
  serviceLevelPerf: 66_700,
  serviceLevelPerf2: 50_000,
  weight: 5,
};

export const ann: MemberFact = {
  queue: 'sales',
  name: 'Ann Archer',
  interface: 'PJSIP/acme-101',
  stateInterface: 'PJSIP/acme-101',
  membership: 'dynamic',
  penalty: 0,
  callsTaken: 2,
  lastCall: 0,
  lastPause: 0,
  loginTime: 1_795_000_000,
  inCall: false,
  status: 1,
  paused: false,
  pausedReason: '',
  wrapupSeconds: 0,
};

export const agentLeg = channel('pbx.9', {
  channel: 'PJSIP/acme-101-00000009',
  linkedid: 'pbx.1',
  callerIdNum: '101',
  callerIdName: 'Ann Archer',
  exten: '',
  context: 'acme-internal',
});
export const offer = {
  queue: 'sales',
  interface: 'PJSIP/acme-101',
  memberName: 'Ann Archer',
  caller: channel('pbx.1'),
  agent: agentLeg,
};

export interface Scene {
  readonly tracker: Tracker;
  /** The console's clock, epoch ms. `see` advances it by one second. */
  at: number;
  see(fact: PbxFact): LiveEvent[];
  /** Returns the agent's row in the queue. */
  member(queue?: string): MemberRow;
  sales(): QueueRow | undefined;
  /** Position and unique ID of each waiting caller, in order. */
  waiting(): [number, string][];
  calls(): CallRow[];
}

/** Creates a PBX server with one queue and one agent. */
export const createScene = (): Scene => {
  const tracker = createTracker(
    { id: 1, name: 'Madrid 1' },
    { ofQueue: () => owner, ofChannel: (_, c) => (c.accountCode === 'acme' ? owner : NOBODY) },
  );
  const scene: Scene = {
    tracker,
    at: T0,
    see: (fact) => tracker.fact(fact, (scene.at += 1000)),
    member: (name = 'sales') => {
      const row = tracker.state.members.get(`1\t${name}\tPJSIP/acme-101`);
      if (!row) throw new Error('no such member');
      return row;
    },
    sales: () => tracker.state.queues.get('1\tsales'),
    waiting: () =>
      [...tracker.state.callers.values()].sort((a, b) => a.position - b.position).map((c) => [c.position, c.uniqueid]),
    calls: () => [...tracker.state.calls.values()],
  };
  scene.see({ kind: 'queue-params', ...queue });
  scene.see({ kind: 'member', cause: 'QueueMember', ...ann });
  return scene;
};
