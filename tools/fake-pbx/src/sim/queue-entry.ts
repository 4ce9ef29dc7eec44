// A queue visit: join, leave, abandon and timeout.
import { dialEnd, dialplan, hangup, requestHangup, settle, softHangup } from './channels.ts';
import { hangupLegs, legChannels } from './agent-legs.ts';
import { emitCdr, keepRing, sendCdrs, stampOf, type CdrOf } from './cdr.ts';
import { isReachable } from './devices.ts';
import { emitChannel, emitDevice } from './emit.ts';
import type { Channel, Driver, Entry, Fork, Queue, World } from './model.ts';
import { owedComplete } from './queue-counters.ts';

const seconds = (ms: number): number => Math.floor(ms / 1000);
/** Returns the seconds between two moments, each rounded down to whole seconds like in app_queue. */
export const secondsBetween = (from: number, to: number): number => seconds(to) - seconds(from);

const positionOf = (entry: Entry): number => entry.queue.entries.indexOf(entry) + 1;

const setQueueStatus = (world: World, channel: Channel, value: string): void =>
  emitChannel(world, 'VarSet', channel, [
    ['Variable', 'QUEUESTATUS'],
    ['Value', value],
  ]);

/** Runs the dialplan after Queue(): an announcement, then the end. */
export const farewell = (world: World, channel: Channel, queue: Queue): void => {
  const began = world.clock.now();
  dialplan(world, channel, { priority: channel.priority + 2 }, 'Playback', 'vm-goodbye');
  const end = (cause: number, requested: boolean): void => {
    if (channel.gone) return;
    timer.cancelled = true;
    if (requested) requestHangup(world, channel, cause);
    else softHangup(world, channel);
    channel.application = 'Hangup';
    channel.applicationData = '';
    emitCdr(world, {
      channel,
      peer: null,
      destination: queue.plan.did,
      context: 'did',
      from: began,
      answered: true,
      disposition: 'ANSWERED',
    });
    owedComplete(world, channel);
    hangup(world, channel, { cause: 16, reported: requested });
    settle(world, channel);
  };
  const timer = world.clock.after(880, () => end(16, false));
  channel.driver = {
    hangup: (_c, cause) => end(cause, true),
    release: () => {
      timer.cancelled = true;
      return true;
    },
  };
};

const refuse = (world: World, channel: Channel, queue: Queue, status: 'FULL' | 'JOINEMPTY'): false => {
  setQueueStatus(world, channel, status);
  farewell(world, channel, queue);
  return false;
};

const rank = (queue: Queue, priority: number): number => {
  const behind = queue.entries.findIndex((e) => e.priority < priority);
  return behind === -1 ? queue.entries.length : behind;
};

interface JoinSettings {
  /** Seconds until the caller hangs up or leaves by key; null: never. */
  readonly patience: number | null;
  readonly keyAfter: number | null;
  readonly priority?: number;
}

/** Runs Queue(). Returns whether the caller is waiting. A rejected caller produces no queue event. */
export const joinQueue = (world: World, queue: Queue, channel: Channel, settings: JoinSettings): boolean => {
  dialplan(
    world,
    channel,
    { context: 'enter-queue', exten: 's', priority: 7 },
    'Queue',
    `${queue.name},tTkKxXhH,,,${queue.plan.maxWait}`,
  );
  const day = stampOf(world.clock.now()).slice(0, 10).replaceAll('-', '/');
  channel.recording ||= `${queue.plan.tenant}/${day}/${queue.name}-${channel.uniqueid}.wav`;
  if (queue.plan.maxLength > 0 && queue.entries.length >= queue.plan.maxLength)
    return refuse(world, channel, queue, 'FULL');
  if (queue.plan.refuseWhenEmpty && !queue.members.some((m) => !m.paused && isReachable(m)))
    return refuse(world, channel, queue, 'JOINEMPTY');
  const at = rank(queue, settings.priority ?? 0);
  const entry: Entry = {
    queue,
    channel,
    joinedAt: world.clock.now(),
    originalPosition: at + 1,
    priority: settings.priority ?? 0,
    forks: [],
    retryTimer: null,
    ringTimer: null,
    patience: null,
    limit: null,
    withdrawn: false,
    gone: false,
  };
  queue.entries.splice(at, 0, entry);
  if (queue.entries.length === 1) emitDevice(world, `Queue:${queue.name}`, 6);
  emitChannel(world, 'QueueCallerJoin', channel, [
    ['Queue', queue.name],
    ['Position', at + 1],
    ['Count', queue.entries.length],
  ]);
  emitChannel(world, 'MusicOnHoldStart', channel, [['Class', 'default']]);
  channel.driver = waiting(world, entry);
  if (settings.patience !== null)
    entry.patience = world.clock.after(settings.patience * 1000, () => abandon(world, entry));
  else if (settings.keyAfter !== null)
    entry.patience = world.clock.after(settings.keyAfter * 1000, () => leaveByKey(world, entry));
  entry.limit = world.clock.after(queue.plan.maxWait * 1000, () => sendOn(world, entry, 'TIMEOUT'));
  world.dispatch();
  return true;
};

const waiting = (world: World, entry: Entry): Driver => ({
  hangup: () => abandon(world, entry),
  release: () => {
    // For app_queue, an asynchronous goto looks like a hang-up: the caller counts as abandoned.
    dropForks(world, entry);
    leave(world, entry, true);
    world.dispatch();
    return true;
  },
});

/** Removes the entry with its events, Abandon first if the caller was not answered. */
export const leave = (world: World, entry: Entry, abandoned: boolean, stopMusic = true): void => {
  const { queue, channel } = entry;
  const position = positionOf(entry);
  entry.gone = true;
  for (const timer of [entry.patience, entry.limit, entry.retryTimer, entry.ringTimer])
    if (timer) timer.cancelled = true;
  if (abandoned) {
    const holdSeconds = secondsBetween(entry.joinedAt, world.clock.now());
    queue.abandoned++;
    if (holdSeconds <= queue.plan.serviceLevel) queue.abandonedInLevel++;
    emitChannel(world, 'QueueCallerAbandon', channel, [
      ['Queue', queue.name],
      ['Position', position],
      ['OriginalPosition', entry.originalPosition],
      ['HoldTime', holdSeconds],
    ]);
    if (stopMusic) emitChannel(world, 'MusicOnHoldStop', channel);
  }
  queue.entries = queue.entries.filter((e) => e !== entry);
  if (queue.entries.length === 0) emitDevice(world, `Queue:${queue.name}`, 1);
  emitChannel(world, 'QueueCallerLeave', channel, [
    ['Queue', queue.name],
    ['Position', position],
    ['Count', queue.entries.length],
  ]);
};

/** Stops all phones that ring for the caller. Returns them, because they hang up after the caller's own events. */
const stopForks = (world: World, entry: Entry): readonly Fork[] => {
  const ringing = entry.forks.filter((f) => !f.ended);
  for (const fork of ringing) {
    fork.ended = true;
    for (const timer of fork.timers) timer.cancelled = true;
    dialEnd(world, entry.channel, fork.channel, 'CANCEL');
    dialEnd(world, entry.channel, fork.channel, 'CANCEL');
    keepRing(world, entry, fork, 'NO ANSWER');
  }
  entry.forks = [];
  return ringing;
};

const dropForks = (world: World, entry: Entry): void => {
  const forks = stopForks(world, entry);
  for (const f of forks) hangupLegs(world, f.legs, { cause: 0 });
  settle(world, ...forks.flatMap((f) => legChannels(f.legs)));
};

/** Sends the record of the last ringing phone, or of the waiting time if no phone rang. */
const queueCdr = (world: World, entry: Entry): void => {
  if (entry.channel.records.length > 0) sendCdrs(world, entry.channel);
  else emitCdr(world, lastPart(entry));
};

const lastPart = (entry: Entry): CdrOf => ({
  channel: entry.channel,
  peer: null,
  destination: entry.queue.plan.did,
  context: 'did',
  answered: true,
  disposition: 'ANSWERED',
});

/** The caller hangs up while waiting. */
const abandon = (world: World, entry: Entry): void => {
  if (entry.gone || entry.channel.gone) return;
  const { channel } = entry;
  requestHangup(world, channel, 16);
  emitChannel(world, 'MusicOnHoldStop', channel);
  const forks = stopForks(world, entry);
  leave(world, entry, true, false);
  softHangup(world, channel);
  for (const f of forks) hangupLegs(world, f.legs, { cause: 0 });
  queueCdr(world, entry);
  owedComplete(world, channel);
  hangup(world, channel, { cause: 16, reported: true });
  settle(world, channel, ...forks.flatMap((f) => legChannels(f.legs)));
  world.dispatch();
};

/** Removes the caller from the queue after a timeout, or because a console withdrew them. */
export const sendOn = (world: World, entry: Entry, status: 'TIMEOUT' | 'WITHDRAW'): void => {
  if (entry.gone || entry.channel.gone) return;
  dropForks(world, entry);
  leave(world, entry, true);
  setQueueStatus(world, entry.channel, status);
  farewell(world, entry.channel, entry.queue);
  world.dispatch();
};

/** The caller leaves by key: neither answered nor abandoned, and without QUEUESTATUS. */
const leaveByKey = (world: World, entry: Entry): void => {
  if (entry.gone || entry.channel.gone) return;
  const { channel } = entry;
  dropForks(world, entry);
  emitChannel(world, 'MusicOnHoldStop', channel);
  leave(world, entry, false);
  dialplan(world, channel, { context: 'queue-exit', exten: '0', priority: 1 }, 'VoiceMail', `100@${channel.account}`);
  const done = (): void => {
    if (channel.gone) return;
    requestHangup(world, channel, 16);
    emitCdr(world, lastPart(entry));
    owedComplete(world, channel);
    hangup(world, channel, { cause: 16, reported: true });
    settle(world, channel);
  };
  const timer = world.clock.after(world.random.between(12_000, 40_000), done);
  channel.driver = {
    hangup: done,
    release: () => {
      timer.cancelled = true;
      return true;
    },
  };
  world.dispatch();
};

export const continueStatus = (world: World, channel: Channel): void => setQueueStatus(world, channel, 'CONTINUE');
