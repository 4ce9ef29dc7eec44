// Reads the channel fields that most events carry, also with a prefix (`DestChannel`, `ParkeeChannel` …).
import type { ChannelFact, PartyFact } from './fact.ts';
import { needle, numberOf } from './block.ts';
import type { BlockReader, Layout, Needle } from './block.ts';
import { cleanEscaped } from './clean.ts';
import { layoutOf } from './layout.ts';

/** Asterisk's placeholder for a missing value. */
const UNKNOWN = '<unknown>';

/** Text without characters to decode, remove or unescape. */
const SIMPLE = /^[ -[\]-~]*$/;

interface ChannelHeaders {
  readonly channel: Needle;
  readonly whole: Layout;
  readonly party: Layout;
}

/** Header order of ast_manager_build_channel_state_string_prefix (main/manager_channels.c), since Asterisk 12. */
export const channelHeaders = (prefix: string): ChannelHeaders => ({
  channel: needle(`${prefix}Channel`),
  whole: layoutOf(
    [
      ['Channel', 'text'],
      ['ChannelState', 'text'],
      ['ChannelStateDesc', 'text'],
      ['CallerIDNum', 'text'],
      ['CallerIDName', 'bytes'],
      ['ConnectedLineNum', 'text'],
      ['ConnectedLineName', 'bytes'],
      ['Language', 'skip'],
      ['AccountCode', 'text'],
      ['Context', 'text'],
      ['Exten', 'text'],
      ['Priority', 'skip'],
      ['Uniqueid', 'text'],
      ['Linkedid', 'text'],
      // Since Asterisk 18.25, 20.10, 21.5 and 22, and only for endpoints with a tenant ID.
      ['Tenantid', 'last'],
    ],
    prefix,
  ),
  party: layoutOf(
    [
      ['Channel', 'text'],
      ['ChannelState', 'text'],
      ['ChannelStateDesc', 'text'],
      ['CallerIDNum', 'text'],
      ['CallerIDName', 'bytes'],
      ['ConnectedLineNum', 'text'],
      ['ConnectedLineName', 'bytes'],
      ['Language', 'skip'],
      ['AccountCode', 'skip'],
      ['Context', 'skip'],
      ['Exten', 'skip'],
      ['Priority', 'skip'],
      ['Uniqueid', 'text'],
      ['Linkedid', 'text'],
    ],
    prefix,
  ),
});

const known = (text: string): string => (text === UNKNOWN ? '' : text);
/** Caller and connected line names are C-escaped only in channel events. */
const knownName = (bytes: string): string =>
  bytes === UNKNOWN ? '' : SIMPLE.test(bytes) ? bytes : cleanEscaped(bytes);

export const readChannel = (b: BlockReader, h: ChannelHeaders): ChannelFact => {
  const v = b.values(h.whole);
  return {
    channel: known(v[1] ?? ''),
    state: numberOf(v[2] ?? ''),
    stateDesc: v[3] ?? '',
    callerIdNum: known(v[4] ?? ''),
    callerIdName: knownName(v[5] ?? ''),
    connectedLineNum: known(v[6] ?? ''),
    connectedLineName: knownName(v[7] ?? ''),
    accountCode: v[8] ?? '',
    context: v[9] ?? '',
    exten: v[10] ?? '',
    uniqueid: v[11] ?? '',
    linkedid: v[12] ?? '',
    tenantId: v[13] ?? '',
  };
};

/** Reads only the identity and caller ID of a channel that other events describe in full. */
export const readParty = (b: BlockReader, h: ChannelHeaders): PartyFact => {
  const v = b.values(h.party);
  return {
    channel: known(v[1] ?? ''),
    state: numberOf(v[2] ?? ''),
    stateDesc: v[3] ?? '',
    callerIdNum: known(v[4] ?? ''),
    callerIdName: knownName(v[5] ?? ''),
    connectedLineNum: known(v[6] ?? ''),
    connectedLineName: knownName(v[7] ?? ''),
    uniqueid: v[8] ?? '',
    linkedid: v[9] ?? '',
  };
};

export const CHANNEL = channelHeaders('');
export const DEST = channelHeaders('Dest');

/** Returns `null` when the event lacks that channel, as in a completion after the caller was redirected. */
export const readChannelIfAny = (b: BlockReader, h: ChannelHeaders): ChannelFact | null =>
  b.has(h.channel) ? readChannel(b, h) : null;

export const readPartyIfAny = (b: BlockReader, h: ChannelHeaders): PartyFact | null =>
  b.has(h.channel) ? readParty(b, h) : null;
