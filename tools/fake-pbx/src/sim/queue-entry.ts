// A caller's stay in a queue: joining, leaving, giving up, being sent on.
import { dialEnd, dialplan, hangup, requestHangup, settle, softHangup } from './channels.ts';
import { hangupLegs, legChannels } from './agent-legs.ts';
import { emitCdr, keepRing, sendCdrs, stampOf, type CdrOf } from './cdr.ts';
import { isReachable } from './devices.ts';
import { emitChannel, emitDevice } from './emit.ts';
import type { Channel, Driver, Entry, Fork, Queue, World } from './model.ts';
import { owedComplete } from './queue-counters.ts';

const seconds = (ms: number): number => Math.floor(ms / 1000);
/** Whole seconds between two moments, by the clock's seconds, as app_queue counts. */
export const secondsBetween = (from: number, to: number): number => seconds(to) - seconds(from);

export const positionOf = (entry: Entry): number => entry.queue.entries.indexOf(entry) + 1;

const setQueueStatus = (world: World, channel: Channel, value: string): void =>
  emitChannel(world, 'VarSet', channel, [
    ['Variable', 'QUEUESTATUS'],
    ['Value', value],
  ]);

/** The rest of the dialplan after Queue(): a farewell, then the end. */
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

export interface JoinSettings {
  /** Seconds until the caller gives up, leaves by key; null: never. */
  readonly patience: number | null;
  readonly keyAfter: number | null;
  readonly priority?: number;
}

/** Queue(): true when the caller waits now. A refused caller leaves no queue event at all. */
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
    // An asynchronous goto looks like a hang-up to app_queue: the caller counts as abandoned there.
    dropForks(world, entry);
    leave(world, entry, true);
    world.dispatch();
    return true;
  },
});

/** Takes the entry out: the events of leaving, with Abandon first where the caller was not answered. */
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

/** Stops all phones that ring for the caller; they hang up after the caller's own events (returned). */
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

/** A caller for whom a phone rang has that phone's record; who only waited has one of the waiting. */
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
export const abandon = (world: World, entry: Entry): void => {
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

/** The queue sends the caller on: its time is over, or a console withdrew the caller. */
export const sendOn = (world: World, entry: Entry, status: 'TIMEOUT' | 'WITHDRAW'): void => {
  if (entry.gone || entry.channel.gone) return;
  dropForks(world, entry);
  leave(world, entry, true);
  setQueueStatus(world, entry.channel, status);
  farewell(world, entry.channel, entry.queue);
  world.dispatch();
};

/** The caller pressed the key of the queue's context: neither answered nor abandoned, and no QUEUESTATUS. */
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
