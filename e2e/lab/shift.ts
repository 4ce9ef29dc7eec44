// A shift of agents on a real Asterisk: log in to several queues, pause with a reason, change it, leave one queue or all, return,
// transfer callers. Each agent waits between two actions, so that a second more or less changes no count.
import type { Block, Witness } from './ami-witness.ts';
import { sleep } from './lab.ts';

export interface ShiftAgent {
  readonly name: string;
  readonly interface: string;
  readonly queues: readonly string[];
}

const REASONS = ['Lunch', 'Pausa café', 'הפסקה', ''];
const ACTION_GAP_MS = 2_600;
/** Longer than the gap that still belongs to one session: an agent who returns later starts a new session. */
const AWAY_MS = 8_500;

const logIn = async (witness: Witness, agent: ShiftAgent, queue: string, paused = false): Promise<void> => {
  const fields = {
    Queue: queue,
    Interface: agent.interface,
    MemberName: agent.name,
    Paused: paused ? 'true' : 'false',
  };
  const answer = await witness.ask('QueueAdd', fields);
  if (answer['Response'] !== 'Success')
    throw new Error(`${agent.name} cannot log in to ${queue}: ${answer['Message']}`);
};
const logOff = (witness: Witness, agent: ShiftAgent, queue: string) =>
  witness.ask('QueueRemove', { Queue: queue, Interface: agent.interface });

const pause = (witness: Witness, agent: ShiftAgent, is: boolean, more: Block = {}) =>
  witness.ask('QueuePause', { Interface: agent.interface, Paused: is ? 'true' : 'false', ...more });

const sendOn = async (witness: Witness, agent: ShiftAgent): Promise<void> => {
  const channels = await witness.list('CoreShowChannels');
  const own = channels.find((c) => c['Channel']?.startsWith(`${agent.interface}-`) && c['BridgeId'] !== '');
  if (own)
    await witness.ask('BlindTransfer', { Channel: own['Channel'] ?? '', Context: 'acme-internal', Exten: '602' });
};

/** Runs until `over`, then logs the agent off everywhere. */
export const workShift = async (
  witness: Witness,
  agent: ShiftAgent,
  random: () => number,
  over: () => boolean,
): Promise<void> => {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const inside = new Set(agent.queues);
  const waitBriefly = (ms = ACTION_GAP_MS) => sleep(ms + random() * 800);
  const leave = async (queue: string): Promise<void> => {
    inside.delete(queue);
    await logOff(witness, agent, queue);
  };
  const enter = async (queue: string, paused = false): Promise<void> => {
    inside.add(queue);
    await logIn(witness, agent, queue, paused);
  };
  const acts = [
    async () => {
      await pause(witness, agent, true, { Reason: pick(REASONS) });
      await waitBriefly();
      if (random() < 0.4) {
        await pause(witness, agent, true, { Reason: pick(REASONS) });
        await waitBriefly();
      }
      await pause(witness, agent, false);
    },
    async () => {
      const queue = pick([...inside]);
      await pause(witness, agent, true, { Queue: queue, Reason: pick(REASONS) });
      await waitBriefly();
      await pause(witness, agent, false, { Queue: queue });
    },
    async () => {
      const queue = pick([...inside]);
      if (inside.size < 2) return;
      await leave(queue);
      await waitBriefly();
      await enter(queue);
    },
    async () => {
      for (const queue of [...inside]) await leave(queue);
      if (random() < 0.6) await sleep(300);
      else await waitBriefly(AWAY_MS);
      // Paused in all queues or in none: with a pause between two log-ins, the result would depend on the second in which it falls.
      const paused = random() < 0.3;
      for (const queue of agent.queues) await enter(queue, paused);
      await waitBriefly();
      await pause(witness, agent, false);
    },
    () => sendOn(witness, agent),
    () => sendOn(witness, agent),
  ];
  for (const queue of agent.queues) await enter(queue);
  while (!over()) {
    await waitBriefly();
    if (!over()) await pick(acts)();
  }
  await waitBriefly();
  for (const queue of [...inside]) await leave(queue);
};

/** Removes or redirects a random waiting caller: exit key, withdrawal, or another queue. */
export const disturbCallers = async (witness: Witness, random: () => number): Promise<void> => {
  const entries = (await witness.list('QueueStatus')).filter((b) => b['Event'] === 'QueueEntry');
  const entry = entries[Math.floor(random() * entries.length)];
  if (entry === undefined) return;
  const { Queue = '', Channel = '' } = entry;
  const way = random();
  if (way < 0.35) await witness.ask('QueueWithdrawCaller', { Queue, Caller: Channel });
  else if (way < 0.7) await witness.ask('PlayDTMF', { Channel, Digit: '0', Receive: 'true' });
  else await witness.ask('Redirect', { Channel, Context: 'did', Exten: '+12025550101', Priority: '1' });
};
