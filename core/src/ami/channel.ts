// The channel part that most events carry, also with a prefix (`DestChannel`, `ParkeeChannel` …).
import type { ChannelFact, PartyFact } from '../live/fact.ts';
import { needle, numberOf } from './block.ts';
import type { BlockReader, Layout, Needle } from './block.ts';
import { cleanEscaped } from './clean.ts';
import { layoutOf } from './layout.ts';

/** Where an event has no value it says `<unknown>`. */
const UNKNOWN = '<unknown>';

/** Nothing to decode, to drop or to unescape. */
const SIMPLE = /^[ -[\]-~]*$/;

export interface ChannelHeaders {
  readonly channel: Needle;
  readonly whole: Layout;
  readonly party: Layout;
}

/** In the order of ast_manager_build_channel_state_string_prefix (main/manager_channels.c), Asterisk 12 on. */
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
      // Asterisk 18.25, 20.10, 21.5 and 22 on, and only where the endpoint has a tenant id.
      ['Tenantid', 'last'],
    ],
    prefix,
  ),
  party: layoutOf(
    [
      ['Channel', 'text'],
      ['ChannelState', 'skip'],
      ['ChannelStateDesc', 'skip'],
      ['CallerIDNum', 'text'],
      ['CallerIDName', 'bytes'],
      ['ConnectedLineNum', 'skip'],
      ['ConnectedLineName', 'skip'],
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
/** Names of the caller and the connected line are C-escaped in channel events, and nowhere else. */
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

/** Of a channel that other events tell everything of: which one it is, and whom it calls itself. */
export const readParty = (b: BlockReader, h: ChannelHeaders): PartyFact => {
  const v = b.values(h.party);
  return {
    channel: known(v[1] ?? ''),
    callerIdNum: known(v[2] ?? ''),
    callerIdName: knownName(v[3] ?? ''),
    uniqueid: v[4] ?? '',
    linkedid: v[5] ?? '',
  };
};

export const CHANNEL = channelHeaders('');
export const DEST = channelHeaders('Dest');

/** Null where the event lacks that channel: a completion after the caller was redirected, a transfer of nobody. */
export const readChannelIfAny = (b: BlockReader, h: ChannelHeaders): ChannelFact | null =>
  b.has(h.channel) ? readChannel(b, h) : null;

export const readPartyIfAny = (b: BlockReader, h: ChannelHeaders): PartyFact | null =>
  b.has(h.channel) ? readParty(b, h) : null;
