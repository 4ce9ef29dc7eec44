// `Command`: the few CLI commands that tools use. The output has one header per line.
import type { Queue, World } from '../sim/model.ts';
import { serviceLevels } from '../sim/queue-counters.ts';
import { VERSION } from './lists.ts';
import { refusal, reply } from './reply.ts';
import type { Request } from './request.ts';

const DEVICE_TEXT = [
  'Unknown',
  'Not in use',
  'In use',
  'Busy',
  'Invalid',
  'Unavailable',
  'Ringing',
  'Ring+Inuse',
  'On Hold',
];

const showQueue = (world: World, q: Queue): readonly string[] => {
  const { perf, perf2 } = serviceLevels(q);
  const now = Math.floor(world.clock.now() / 1000);
  const taken = (calls: number, last: number): string =>
    calls === 0 ? 'has taken no calls yet' : `has taken ${calls} calls (last was ${now - last} secs ago)`;
  return [
    `${q.name} has ${q.entries.length} calls (max ${q.plan.maxLength || 'unlimited'}) in '${q.plan.strategy}' strategy ` +
      `(${q.holdtime}s holdtime, ${q.talktime}s talktime), W:${q.plan.weight}, C:${q.completed}, A:${q.abandoned}, ` +
      `SL:${perf}%, SL2:${perf2}% within ${q.plan.serviceLevel}s`,
    ...(q.members.length === 0 ? ['   No Members'] : ['   Members: ']),
    ...q.members.map(
      (m) =>
        `      ${m.name} (${m.interface}) (ringinuse ${m.ringInUse ? 'enabled' : 'disabled'})` +
        `${m.dynamic ? ' (dynamic)' : ''}${m.inCall ? ' (in call)' : ''} (${DEVICE_TEXT[m.status] ?? 'Unknown'})` +
        `${m.paused ? ` (paused:${m.reason} was ${now - m.lastPause} secs ago)` : ''} ${taken(m.callsTaken, m.lastCall)} ` +
        `(login was ${now - m.loginTime} secs ago)`,
    ),
    ...(q.entries.length === 0 ? ['   No Callers'] : ['   Callers: ']),
    ...q.entries.map(
      (e, i) =>
        `      ${i + 1}. ${e.channel.name} (wait: ${Math.floor((world.clock.now() - e.joinedAt) / 1000)}, prio: ${e.priority})`,
    ),
    '',
  ];
};

const outputOf = (world: World, command: string): readonly string[] | null => {
  const queue = /^queue show(?: (\S+))?$/.exec(command);
  if (queue) {
    const wanted = [...world.queues.values()].filter((q) => queue[1] === undefined || q.name === queue[1]);
    return wanted.length === 0 ? [`No such queue: ${queue[1] ?? ''}.`] : wanted.flatMap((q) => showQueue(world, q));
  }
  if (command === 'core show version')
    return [`Asterisk ${VERSION} built by ringside @ fake-pbx on a x86_64 running Linux`];
  if (command === 'core show channels concise') return [''];
  return null;
};

export const commandAction = (world: World, r: Request): string => {
  const command = r.get('Command').trim();
  if (command === '') return refusal(r, 'No command provided');
  const output = outputOf(world, command);
  const lines = output ?? [
    `No such command '${command}' (type 'core show help ${command}' for other possible commands)`,
  ];
  return reply(r, output ? 'Success' : 'Error', [
    ['Message', 'Command output follows'],
    ...lines.map((line) => ['Output', line] as const),
  ]);
};
