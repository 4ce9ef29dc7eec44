// Call records like those of cdr_manager: one for each phone that rang and each answered part, all sent when the channel ends.
import { emit, render } from './emit.ts';
import type { Channel, Entry, Fork, World } from './model.ts';

const pad = (n: number): string => String(n).padStart(2, '0');

/** Asterisk writes local time without a zone. The simulated PBX uses UTC. */
export const stampOf = (ms: number): string => {
  const d = new Date(ms);
  return (
    `${d.getUTCFullYear()}-${pad(d.getUTCMonth() + 1)}-${pad(d.getUTCDate())} ` +
    `${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}:${pad(d.getUTCSeconds())}`
  );
};

export interface CdrOf {
  readonly channel: Channel;
  readonly peer: Channel | null;
  readonly destination: string;
  readonly context: string;
  readonly answered: boolean;
  readonly disposition: 'ANSWERED' | 'NO ANSWER' | 'BUSY' | 'FAILED';
  /** Start of this part of the call. Default: the end of the previous part, or the start of the channel. */
  readonly from?: number;
}

const bodyOf = (world: World, c: CdrOf): string => {
  const { channel } = c;
  const now = world.clock.now();
  const from = channel.recordedUntil === null ? channel.createdAt : (c.from ?? channel.recordedUntil);
  const answeredAt = c.answered ? Math.max(channel.answeredAt ?? now, from) : null;
  channel.recordedUntil = now;
  return render([
    ['AccountCode', channel.account],
    ['Source', channel.callerNum],
    ['Destination', c.destination],
    ['DestinationContext', c.context],
    ['CallerID', `"${channel.callerName}" <${channel.callerNum}>`],
    ['Channel', channel.name],
    ['DestinationChannel', c.peer?.name ?? ''],
    ['LastApplication', channel.application],
    ['LastData', channel.applicationData],
    ['StartTime', stampOf(from)],
    ['AnswerTime', answeredAt === null ? '' : stampOf(answeredAt)],
    ['EndTime', stampOf(now)],
    ['Duration', Math.floor((now - from) / 1000)],
    ['BillableSeconds', answeredAt === null ? 0 : Math.floor((now - answeredAt) / 1000)],
    ['Disposition', c.disposition],
    ['AMAFlags', 'DOCUMENTATION'],
    ['UniqueID', channel.uniqueid],
    ['UserField', ''],
    ['LinkedID', channel.linkedid],
    ['PeerAccount', c.peer?.account ?? ''],
    ['Sequence', world.cdrNumber++],
    ['RecordingFile', channel.recording],
    ['Tenant', channel.recording === '' ? '' : channel.account],
  ]);
};

/** Stores the record of a finished part until the channel ends. */
export const keepCdr = (world: World, c: CdrOf): void => {
  c.channel.records.push(bodyOf(world, c));
};

/** Sends the stored records, as Asterisk does when the channel ends. */
export const sendCdrs = (world: World, channel: Channel): void => {
  for (const body of channel.records) emit(world, 'Cdr', body);
  channel.records = [];
};

/** Sends the record of the channel's last part, and all stored ones. */
export const emitCdr = (world: World, c: CdrOf): void => {
  keepCdr(world, c);
  sendCdrs(world, c.channel);
};

/** Stores the caller's record of a phone that the queue rang. */
export const keepRing = (
  world: World,
  entry: Entry,
  fork: Pick<Fork, 'channel' | 'startedAt'>,
  disposition: 'ANSWERED' | 'NO ANSWER',
): void =>
  keepCdr(world, {
    channel: entry.channel,
    peer: fork.channel,
    destination: entry.queue.plan.did,
    context: 'did',
    answered: true,
    disposition,
    from: fork.startedAt,
  });
