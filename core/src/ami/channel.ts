// The channel part that most events carry, also with a prefix (`DestChannel`, `ParkeeChannel` …).
import type { ChannelFact } from '../live/fact.ts';
import { needle } from './block.ts';
import type { BlockReader, Needle } from './block.ts';
import { clean, cleanEscaped } from './clean.ts';

/** Where an event has no value it says `<unknown>`. */
const UNKNOWN = '<unknown>';

interface ChannelNeedles {
  readonly channel: Needle;
  readonly state: Needle;
  readonly stateDesc: Needle;
  readonly callerIdNum: Needle;
  readonly callerIdName: Needle;
  readonly connectedLineNum: Needle;
  readonly connectedLineName: Needle;
  readonly accountCode: Needle;
  readonly context: Needle;
  readonly exten: Needle;
  readonly uniqueid: Needle;
  readonly linkedid: Needle;
  readonly tenantId: Needle;
}

export const channelNeedles = (prefix: string): ChannelNeedles => ({
  channel: needle(`${prefix}Channel`),
  state: needle(`${prefix}ChannelState`),
  stateDesc: needle(`${prefix}ChannelStateDesc`),
  callerIdNum: needle(`${prefix}CallerIDNum`),
  callerIdName: needle(`${prefix}CallerIDName`),
  connectedLineNum: needle(`${prefix}ConnectedLineNum`),
  connectedLineName: needle(`${prefix}ConnectedLineName`),
  accountCode: needle(`${prefix}AccountCode`),
  context: needle(`${prefix}Context`),
  exten: needle(`${prefix}Exten`),
  uniqueid: needle(`${prefix}Uniqueid`),
  linkedid: needle(`${prefix}Linkedid`),
  tenantId: needle(`${prefix}Tenantid`),
});

const known = (raw: string | null): string => (raw === null || raw === UNKNOWN ? '' : clean(raw));
/** Names of the caller and the connected line are C-escaped in channel events, and nowhere else. */
const knownName = (raw: string | null): string => (raw === null || raw === UNKNOWN ? '' : cleanEscaped(raw));

export const readChannel = (b: BlockReader, n: ChannelNeedles): ChannelFact => ({
  channel: known(b.raw(n.channel)),
  state: b.number(n.state),
  stateDesc: b.text(n.stateDesc),
  callerIdNum: known(b.raw(n.callerIdNum)),
  callerIdName: knownName(b.raw(n.callerIdName)),
  connectedLineNum: known(b.raw(n.connectedLineNum)),
  connectedLineName: knownName(b.raw(n.connectedLineName)),
  accountCode: b.text(n.accountCode),
  context: b.text(n.context),
  exten: b.text(n.exten),
  uniqueid: b.text(n.uniqueid),
  linkedid: b.text(n.linkedid),
  // Asterisk 18.25, 20.10, 21.5 and 22 on, and only where the endpoint has a tenant id.
  tenantId: b.has(n.tenantId) ? b.text(n.tenantId) : '',
});

export const CHANNEL = channelNeedles('');
export const DEST = channelNeedles('Dest');

/** Null where the event lacks that channel: a dial without a caller, a completion after the caller was redirected. */
export const readChannelIfAny = (b: BlockReader, n: ChannelNeedles): ChannelFact | null =>
  b.has(n.channel) ? readChannel(b, n) : null;
