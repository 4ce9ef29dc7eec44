// Random actions during a test: pauses, penalties, agents who log in and out, redirected callers. They run on the PBX over AMI, without the
// console, as a desk phone or another program would.
import type { Block, Witness } from './ami-witness.ts';

type RandomAction = (witness: Witness, random: () => number) => Promise<void>;

const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];

const members = async (witness: Witness): Promise<Block[]> =>
  (await witness.list('QueueStatus')).filter((b) => b['Event'] === 'QueueMember');

const togglePause: RandomAction = async (witness, random) => {
  const member = pick(await members(witness), random);
  if (!member) return;
  const everywhere = random() < 0.3;
  await witness.ask('QueuePause', {
    Interface: member['Location'] ?? '',
    Paused: member['Paused'] === '1' ? 'false' : 'true',
    ...(everywhere ? {} : { Queue: member['Queue'] ?? '' }),
    ...(random() < 0.7 ? { Reason: pick(['Lunch', 'Pausa café', 'הפסקה'], random) ?? '' } : {}),
  });
};

const changePenalty: RandomAction = async (witness, random) => {
  const member = pick(await members(witness), random);
  if (!member) return;
  await witness.ask('QueuePenalty', {
    Interface: member['Location'] ?? '',
    Queue: member['Queue'] ?? '',
    Penalty: String(Math.floor(random() * 4)),
  });
};

/** Adds or removes a dynamic member. */
const toggleMembership: RandomAction = async (witness, random) => {
  const queue = pick(['acme-sales', 'acme-support', 'globex-orders'], random) ?? 'acme-sales';
  const iface = pick(['PJSIP/globex-204', 'Local/601@acme-internal/n'], random) ?? 'PJSIP/globex-204';
  const there = (await members(witness)).some((m) => m['Queue'] === queue && m['Location'] === iface);
  if (there) await witness.ask('QueueRemove', { Queue: queue, Interface: iface });
  else await witness.ask('QueueAdd', { Queue: queue, Interface: iface, MemberName: 'Zoë Float', Penalty: '2' });
};

const channels = async (witness: Witness): Promise<Block[]> =>
  (await witness.list('CoreShowChannels')).filter((b) => b['Event'] === 'CoreShowChannel');

/** Redirects the caller of a bridged call to music on hold, another queue or the parking lot. */
const redirectCaller: RandomAction = async (witness, random) => {
  const callers = (await channels(witness)).filter((c) => c['Application'] === 'Queue' && c['BridgeId'] !== '');
  const caller = pick(callers, random);
  if (!caller) return;
  const channel = caller['Channel'] ?? '';
  const way = random();
  if (way < 0.4)
    await witness.ask('Redirect', { Channel: channel, Context: 'acme-internal', Exten: '602', Priority: '1' });
  else if (way < 0.8)
    await witness.ask('Redirect', { Channel: channel, Context: 'did', Exten: '+442079460101', Priority: '1' });
  else await witness.ask('Park', { Channel: channel, Timeout: '4000' });
};

/** Blind transfer by the PBX from the agent's channel, as the agent's phone would request it. */
const transfer: RandomAction = async (witness, random) => {
  const agents = (await channels(witness)).filter(
    (c) => /^PJSIP\/acme-10/.test(c['Channel'] ?? '') && c['BridgeId'] !== '',
  );
  const agent = pick(agents, random);
  if (agent)
    await witness.ask('BlindTransfer', { Channel: agent['Channel'] ?? '', Context: 'acme-internal', Exten: '602' });
};

const hangUp: RandomAction = async (witness, random) => {
  const channel = pick(await channels(witness), random);
  if (channel) await witness.ask('Hangup', { Channel: channel['Channel'] ?? '' });
};

const ACTIONS: readonly (readonly [number, RandomAction])[] = [
  [0.4, togglePause],
  [0.55, changePenalty],
  [0.7, toggleMembership],
  [0.82, redirectCaller],
  [0.92, transfer],
  [1, hangUp],
];

/** Runs one random action. Ignores refusals by the PBX. */
export const runRandomAction: RandomAction = async (witness, random) => {
  const chance = random();
  const act = ACTIONS.find(([below]) => chance < below)?.[1];
  if (act) await act(witness, random);
};

/** As `runRandomAction`, but sends no caller to another customer's queue. */
export const runOwnRandomAction: RandomAction = async (witness, random) => {
  await (pick([togglePause, changePenalty, toggleMembership, transfer, hangUp], random) ?? togglePause)(
    witness,
    random,
  );
};

/** Seeded random number generator (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};
