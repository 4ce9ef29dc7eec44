// Call records as cdr_manager sends them.
import { emit, render } from './emit.ts';
import type { Channel, World } from './model.ts';

const pad = (n: number): string => String(n).padStart(2, '0');

/** Asterisk writes local time without a zone; a simulated PBX lives in UTC. */
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
  readonly recording?: string;
}

export const emitCdr = (world: World, c: CdrOf): void => {
  const { channel } = c;
  const now = world.clock.now();
  const answeredAt = c.answered ? (channel.answeredAt ?? now) : null;
  emit(
    world,
    'Cdr',
    render([
      ['AccountCode', channel.account],
      ['Source', channel.callerNum],
      ['Destination', c.destination],
      ['DestinationContext', c.context],
      ['CallerID', `"${channel.callerName}" <${channel.callerNum}>`],
      ['Channel', channel.name],
      ['DestinationChannel', c.peer?.name ?? ''],
      ['LastApplication', channel.application],
      ['LastData', channel.applicationData],
      ['StartTime', stampOf(channel.createdAt)],
      ['AnswerTime', answeredAt === null ? '' : stampOf(answeredAt)],
      ['EndTime', stampOf(now)],
      ['Duration', Math.floor((now - channel.createdAt) / 1000)],
      ['BillableSeconds', answeredAt === null ? 0 : Math.floor((now - answeredAt) / 1000)],
      ['Disposition', c.disposition],
      ['AMAFlags', 'DOCUMENTATION'],
      ['UniqueID', channel.uniqueid],
      ['UserField', ''],
      ['LinkedID', channel.linkedid],
      ['PeerAccount', c.peer?.account ?? ''],
      ['Sequence', world.cdrNumber++],
      ['RecordingFile', c.recording ?? ''],
      ['Tenant', channel.account],
    ]),
  );
};
