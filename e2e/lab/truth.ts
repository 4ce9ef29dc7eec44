// The state of the PBX, read over AMI, as facts.
import type { Block, Witness } from './ami-witness.ts';
import type { Facts } from './facts.ts';

const number = (block: Block, field: string): number => Number(block[field] ?? 'NaN');
const text = (block: Block, field: string): string => block[field] ?? '';

/** Asterisk's `unknown` becomes an empty string. Names lose the characters that enclose a number. */
const known = (value: string): string =>
  value === 'unknown' || value === '<unknown>' ? '' : value.replace(/["<>]/g, '').trim();

const addQueue = (facts: Map<string, string | number>, b: Block): void => {
  const queue = `queue ${text(b, 'Queue')}`;
  facts.set(`${queue} max`, number(b, 'Max'));
  facts.set(`${queue} strategy`, text(b, 'Strategy'));
  facts.set(`${queue} holdtime`, number(b, 'Holdtime'));
  facts.set(`${queue} talktime`, number(b, 'TalkTime'));
  facts.set(`${queue} completed`, number(b, 'Completed'));
  facts.set(`${queue} abandoned`, number(b, 'Abandoned'));
  facts.set(`${queue} serviceLevel`, number(b, 'ServiceLevel'));
  facts.set(`${queue} serviceLevelPerf`, Math.round(number(b, 'ServicelevelPerf') * 1000));
  facts.set(`${queue} weight`, number(b, 'Weight'));
};

const addMember = (facts: Map<string, string | number>, b: Block): void => {
  const member = `member ${text(b, 'Queue')} ${text(b, 'Location')}`;
  facts.set(`${member} name`, text(b, 'Name'));
  facts.set(`${member} membership`, text(b, 'Membership'));
  facts.set(`${member} penalty`, number(b, 'Penalty'));
  facts.set(`${member} callsTaken`, number(b, 'CallsTaken'));
  facts.set(`${member} lastCall`, number(b, 'LastCall'));
  facts.set(`${member} status`, number(b, 'Status'));
  facts.set(`${member} paused`, text(b, 'Paused'));
  facts.set(`${member} pausedReason`, text(b, 'PausedReason'));
};

const addCaller = (facts: Map<string, string | number>, b: Block): void => {
  const caller = `caller ${text(b, 'Queue')} ${text(b, 'Uniqueid')}`;
  facts.set(`${caller} position`, number(b, 'Position'));
  facts.set(`${caller} channel`, text(b, 'Channel'));
  facts.set(`${caller} number`, known(text(b, 'CallerIDNum')));
  facts.set(`${caller} name`, known(text(b, 'CallerIDName')));
  facts.set(`${caller} wait`, number(b, 'Wait'));
};

/** Calls by linked id: a call with four channels counts once. */
const addCalls = (facts: Map<string, string | number>, channels: readonly Block[]): void => {
  const calls = new Set(channels.map((b) => text(b, 'Linkedid')));
  for (const linkedid of calls) facts.set(`call ${linkedid}`, 'up');
  facts.set('server calls', calls.size);
  for (const b of channels) {
    const queue = text(b, 'Application') === 'Queue' ? text(b, 'ApplicationData').split(',')[0] : undefined;
    if (queue) facts.set(`call ${text(b, 'Linkedid')} queue`, queue);
  }
};

export const readTruth = async (witness: Witness): Promise<Facts> => {
  const [queues, channels] = await Promise.all([witness.list('QueueStatus'), witness.list('CoreShowChannels')]);
  const facts = new Map<string, string | number>();
  for (const block of queues) {
    if (block['Event'] === 'QueueParams') addQueue(facts, block);
    else if (block['Event'] === 'QueueMember') addMember(facts, block);
    else if (block['Event'] === 'QueueEntry') addCaller(facts, block);
  }
  addCalls(
    facts,
    channels.filter((b) => b['Event'] === 'CoreShowChannel'),
  );
  return facts;
};
