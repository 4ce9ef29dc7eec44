// Channels: their life, dials, bridges, hold, parking, transfers, and the two variables that say what no event does.
import type { PbxFact, ShownChannelFact } from '../live/fact.ts';
import { needle } from './block.ts';
import type { BlockReader } from './block.ts';
import { CHANNEL, DEST, channelNeedles, readChannel, readChannelIfAny } from './channel.ts';
import { cleanEscaped } from './clean.ts';
import { readRtpReport } from './rtp-report.ts';

const APPLICATION = needle('Application');
const APPLICATION_DATA = needle('ApplicationData');
const APP_DATA = needle('AppData');
const UNIQUEID = needle('Uniqueid');
const DURATION = needle('Duration');
const BRIDGE_ID = needle('BridgeId');
const BRIDGE_UNIQUEID = needle('BridgeUniqueid');
const BRIDGE_TYPE = needle('BridgeType');
const SWAP_UNIQUEID = needle('SwapUniqueid');
const CAUSE = needle('Cause');
const CAUSE_TEXT = needle('Cause-txt');
const OLD_NAME = needle('Oldname');
const NEW_NAME = needle('Newname');
const DIAL_STRING = needle('DialString');
const DIAL_STATUS = needle('DialStatus');
const VARIABLE = needle('Variable');
const VALUE = needle('Value');
const RESULT = needle('Result');
const CONTEXT = needle('Context');
const EXTENSION = needle('Extension');
const DEVICE = needle('Device');
const STATE = needle('State');

const PARKEE = channelNeedles('Parkee');
const TRANSFERER = channelNeedles('Transferer');
const TRANSFEREE = channelNeedles('Transferee');
const TRANSFER_TARGET = channelNeedles('TransferTarget');

/** `hh:mm:ss`, hours beyond 99 too; plain seconds of old versions. */
export const durationSeconds = (text: string): number => {
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number.isFinite(seconds) ? seconds : 0;
};

export const readShownChannel = (b: BlockReader): ShownChannelFact => ({
  ...readChannel(b, CHANNEL),
  application: b.text(APPLICATION),
  applicationData: b.text(APPLICATION_DATA),
  durationSeconds: durationSeconds(b.raw(DURATION) ?? ''),
  bridgeId: b.text(BRIDGE_ID),
});

type ChannelCause = Extract<PbxFact, { kind: 'channel' }>['cause'];
const changed =
  (cause: ChannelCause) =>
  (b: BlockReader): PbxFact => ({
    kind: 'channel',
    cause,
    ...readChannel(b, CHANNEL),
  });

type PlainKind = 'hold' | 'unhold';
const plain =
  (kind: PlainKind) =>
  (b: BlockReader): PbxFact => ({ kind, ...readChannel(b, CHANNEL) });

const parking =
  (kind: 'parked' | 'unparked') =>
  (b: BlockReader): PbxFact => ({ kind, ...readChannel(b, PARKEE) });

/** Of the dialplan's steps, the one that runs Queue: a caller whom the queue refuses is named nowhere else. */
const dialplanStep = (b: BlockReader): PbxFact | null => {
  if (b.raw(APPLICATION) !== 'Queue') return null;
  const queue = b.text(APP_DATA).split(',')[0]?.trim() ?? '';
  return queue === '' ? null : { kind: 'queue-run', queue, uniqueid: b.text(UNIQUEID) };
};

/** Most events of an unfiltered link are this one: nothing is read of a variable that is not wanted. */
const variable = (b: BlockReader): PbxFact | null => {
  const name = b.raw(VARIABLE);
  if (name !== 'RTPAUDIOQOS' && name !== 'QUEUESTATUS') return null;
  const value = cleanEscaped(b.raw(VALUE) ?? '');
  const channel = readChannel(b, CHANNEL);
  if (name === 'QUEUESTATUS') return value === '' ? null : { kind: 'queue-status', value, ...channel };
  return { kind: 'rtp-quality', ...readRtpReport(value), ...channel };
};

const dial = (b: BlockReader) => ({ caller: readChannelIfAny(b, CHANNEL), callee: readChannel(b, DEST) });

export const CHANNEL_DECODERS: Readonly<Record<string, (b: BlockReader) => PbxFact | null>> = {
  CoreShowChannel: (b) => ({ kind: 'channel-shown', ...readShownChannel(b) }),
  Newchannel: changed('Newchannel'),
  Newstate: changed('Newstate'),
  NewCallerid: changed('NewCallerid'),
  NewConnectedLine: changed('NewConnectedLine'),
  NewAccountCode: changed('NewAccountCode'),
  Hangup: (b) => ({
    kind: 'hangup',
    ...readChannel(b, CHANNEL),
    cause: b.number(CAUSE),
    causeText: b.text(CAUSE_TEXT),
  }),
  Rename: (b) => ({
    kind: 'rename',
    oldName: b.text(OLD_NAME),
    newName: b.text(NEW_NAME),
    uniqueid: b.text(CHANNEL.uniqueid),
  }),
  DialBegin: (b) => ({ kind: 'dial-begin', ...dial(b), dialString: b.text(DIAL_STRING) }),
  DialEnd: (b) => ({ kind: 'dial-end', ...dial(b), dialStatus: b.text(DIAL_STATUS) }),
  BridgeEnter: (b) => ({
    kind: 'bridge-enter',
    bridgeId: b.text(BRIDGE_UNIQUEID),
    bridgeType: b.text(BRIDGE_TYPE),
    swapUniqueid: b.text(SWAP_UNIQUEID),
    ...readChannel(b, CHANNEL),
  }),
  BridgeLeave: (b) => ({ kind: 'bridge-leave', bridgeId: b.text(BRIDGE_UNIQUEID), ...readChannel(b, CHANNEL) }),
  Hold: plain('hold'),
  Unhold: plain('unhold'),
  ParkedCall: parking('parked'),
  UnParkedCall: parking('unparked'),
  ParkedCallTimeOut: parking('unparked'),
  ParkedCallGiveUp: parking('unparked'),
  BlindTransfer: (b) => ({
    kind: 'blind-transfer',
    transferer: readChannel(b, TRANSFERER),
    transferee: readChannelIfAny(b, TRANSFEREE),
    context: b.text(CONTEXT),
    exten: b.text(EXTENSION),
  }),
  AttendedTransfer: (b) => ({
    kind: 'attended-transfer',
    result: b.text(RESULT),
    transferee: readChannelIfAny(b, TRANSFEREE),
    target: readChannelIfAny(b, TRANSFER_TARGET),
  }),
  Newexten: dialplanStep,
  VarSet: variable,
  DeviceStateChange: (b) => ({ kind: 'device-state', device: b.text(DEVICE), state: b.text(STATE) }),
};
