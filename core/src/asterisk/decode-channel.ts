// Decodes channel events: life cycle, dial, bridge, hold, parking, transfer, and two variables with data that no event carries.
import type { PbxFact, ShownChannelFact } from './fact.ts';
import { needle } from './block.ts';
import type { BlockReader } from './block.ts';
import { CHANNEL, DEST, channelHeaders, readChannel, readChannelIfAny, readParty } from './channel.ts';
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
const PARKING_SPACE = needle('ParkingSpace');
const PARKING_LOT = needle('Parkinglot');
const RESPONSE = needle('Response');
const REASON = needle('Reason');

const PARKEE = channelHeaders('Parkee');
const SPYER = channelHeaders('Spyer');
const SPYEE = channelHeaders('Spyee');
const TRANSFERER = channelHeaders('Transferer');
const TRANSFEREE = channelHeaders('Transferee');
const SECOND_TRANSFERER = channelHeaders('SecondTransferer');
const DEST_APP = needle('DestApp');
const TRANSFER_TARGET = channelHeaders('TransferTarget');

/** Parses `hh:mm:ss` (hours may exceed 99) or the plain seconds of old versions. */
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
    ...readChannel(b, CHANNEL),
    kind: 'channel',
    cause,
  });

type PlainKind = 'hold' | 'unhold';
const plain =
  (kind: PlainKind) =>
  (b: BlockReader): PbxFact => ({ ...readChannel(b, CHANNEL), kind });

const unparked = (b: BlockReader): PbxFact => ({ ...readChannel(b, PARKEE), kind: 'unparked' });

const spying =
  (on: boolean) =>
  (b: BlockReader): PbxFact => ({ kind: 'spying', on, spyer: readParty(b, SPYER), spyee: readParty(b, SPYEE) });

const recording =
  (on: boolean) =>
  (b: BlockReader): PbxFact => ({ ...readParty(b, CHANNEL), kind: 'recording', on });

/** OriginateResponse has no channel fields of its own. It repeats the channel named in the action. */
const originated = (b: BlockReader): PbxFact => {
  const uniqueid = b.text(UNIQUEID);
  return {
    kind: 'originated',
    success: b.text(RESPONSE) === 'Success',
    channel: b.text(CHANNEL.channel),
    uniqueid: uniqueid === '<unknown>' ? '' : uniqueid,
    reason: b.number(REASON),
  };
};

/** Decodes only the dialplan step that runs Queue. A caller whom the queue refuses is named nowhere else. */
const dialplanStep = (b: BlockReader): PbxFact | null => {
  if (b.rawFromEnd(APPLICATION) !== 'Queue') return null;
  const queue = b.text(APP_DATA).split(',')[0]?.trim() ?? '';
  return queue === '' ? null : { kind: 'queue-run', queue, uniqueid: b.text(UNIQUEID) };
};

/** Most events of an unfiltered link are VarSet, so the decoder reads nothing of unwanted variables. */
const variable = (b: BlockReader): PbxFact | null => {
  const name = b.rawFromEnd(VARIABLE);
  if (name === 'RTPAUDIOQOS') {
    const { lp, rlp, rxcount, txcount, rtt, rxjitter, txjitter } = readRtpReport(b.rawFromEnd(VALUE) ?? '');
    return { ...readChannel(b, CHANNEL), kind: 'rtp-quality', lp, rlp, rxcount, txcount, rtt, rxjitter, txjitter };
  }
  if (name === 'RINGSIDE_CREDIT') {
    return { ...readParty(b, CHANNEL), kind: 'credit', words: cleanEscaped(b.rawFromEnd(VALUE) ?? '').split(' ') };
  }
  if (name !== 'QUEUESTATUS') return null;
  const value = cleanEscaped(b.rawFromEnd(VALUE) ?? '');
  return value === '' ? null : { ...readParty(b, CHANNEL), kind: 'queue-status', value };
};

export const CHANNEL_DECODERS: Readonly<Record<string, (b: BlockReader) => PbxFact | null>> = {
  CoreShowChannel: (b) => ({ ...readShownChannel(b), kind: 'channel-shown' }),
  Newchannel: changed('Newchannel'),
  Newstate: changed('Newstate'),
  NewCallerid: changed('NewCallerid'),
  NewConnectedLine: changed('NewConnectedLine'),
  NewAccountCode: changed('NewAccountCode'),
  Hangup: (b) => ({
    ...readParty(b, CHANNEL),
    kind: 'hangup',
    cause: b.number(CAUSE),
    causeText: b.text(CAUSE_TEXT),
  }),
  Rename: (b) => ({
    kind: 'rename',
    oldName: b.text(OLD_NAME),
    newName: b.text(NEW_NAME),
    uniqueid: b.text(UNIQUEID),
  }),
  DialBegin: (b) => ({ kind: 'dial-begin', callee: readChannel(b, DEST), dialString: b.text(DIAL_STRING) }),
  DialEnd: (b) => ({
    kind: 'dial-end',
    hasCaller: b.has(CHANNEL.channel),
    callee: readChannel(b, DEST),
    dialStatus: b.text(DIAL_STATUS),
  }),
  BridgeEnter: (b) => ({
    ...readChannel(b, CHANNEL),
    kind: 'bridge-enter',
    bridgeId: b.text(BRIDGE_UNIQUEID),
    bridgeType: b.text(BRIDGE_TYPE),
    swapUniqueid: b.text(SWAP_UNIQUEID),
  }),
  BridgeLeave: (b) => ({ ...readChannel(b, CHANNEL), kind: 'bridge-leave', bridgeId: b.text(BRIDGE_UNIQUEID) }),
  Hold: plain('hold'),
  Unhold: plain('unhold'),
  ParkedCall: (b) => ({
    ...readChannel(b, PARKEE),
    kind: 'parked',
    lot: b.text(PARKING_LOT),
    space: b.text(PARKING_SPACE),
  }),
  UnParkedCall: unparked,
  ParkedCallTimeOut: unparked,
  ParkedCallGiveUp: unparked,
  OriginateResponse: originated,
  ChanSpyStart: spying(true),
  ChanSpyStop: spying(false),
  MixMonitorStart: recording(true),
  MixMonitorStop: recording(false),
  BlindTransfer: (b) => ({
    kind: 'blind-transfer',
    result: b.text(RESULT),
    transferer: readChannel(b, TRANSFERER),
    transferee: readChannelIfAny(b, TRANSFEREE),
    context: b.text(CONTEXT),
    exten: b.text(EXTENSION),
  }),
  AttendedTransfer: (b) => ({
    kind: 'attended-transfer',
    result: b.text(RESULT),
    consultation: readChannelIfAny(b, SECOND_TRANSFERER),
    application: b.text(DEST_APP),
    transferee: readChannelIfAny(b, TRANSFEREE),
    target: readChannelIfAny(b, TRANSFER_TARGET),
  }),
  Newexten: dialplanStep,
  VarSet: variable,
};
