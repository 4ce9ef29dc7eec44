// Formats events like Asterisk 22: header names, order, escaping and privilege classes as in real transcripts.
import type { Bridge, Channel, Member, World } from './model.ts';

const CLASS: Readonly<Record<string, string>> = {
  AgentCalled: 'agent,all',
  AgentComplete: 'agent,all',
  AgentConnect: 'agent,all',
  AgentRingNoAnswer: 'agent,all',
  QueueCallerAbandon: 'agent,all',
  QueueCallerJoin: 'agent,all',
  QueueCallerLeave: 'agent,all',
  QueueMemberAdded: 'agent,all',
  QueueMemberPause: 'agent,all',
  QueueMemberPenalty: 'agent,all',
  QueueMemberRemoved: 'agent,all',
  QueueMemberRinginuse: 'agent,all',
  QueueMemberStatus: 'agent,all',
  Newexten: 'dialplan,all',
  VarSet: 'dialplan,all',
  Cdr: 'cdr,all',
  UserEvent: 'user,all',
  FullyBooted: 'system,all',
  Reload: 'system,all',
  Shutdown: 'system,all',
  ContactStatus: 'system,all',
  PeerStatus: 'system,all',
};

const STATE_DESC: Readonly<Record<number, string>> = { 0: 'Down', 4: 'Ring', 5: 'Ringing', 6: 'Up' };

export const DEVICE_STATE = [
  'UNKNOWN',
  'NOT_INUSE',
  'INUSE',
  'BUSY',
  'INVALID',
  'UNAVAILABLE',
  'RINGING',
  'RINGINUSE',
  'ONHOLD',
] as const;

export type Fields = readonly (readonly [name: string, value: string | number])[];

export const render = (fields: Fields): string => {
  let text = '';
  for (const [name, value] of fields) text += `${name}: ${value}\r\n`;
  return text;
};

/** Asterisk C-escapes names in channel events, but not in lists and Cdr. */
const escapeName = (name: string): string =>
  /[\\'"?\t]/.test(name) ? name.replace(/[\\'"?]/g, '\\$&').replaceAll('\t', '\\t') : name;

const orUnknown = (text: string): string => (text === '' ? '<unknown>' : escapeName(text));

/** The fourteen headers of a channel. `prefix` is Dest, Transferer, Spyer and so on. */
export const channelText = (c: Channel, prefix = ''): string => {
  const p = prefix;
  const tenant = c.tenantId === '' ? '' : `${p}Tenantid: ${c.tenantId}\r\n`;
  return (
    `${p}Channel: ${c.name}\r\n${p}ChannelState: ${c.state}\r\n${p}ChannelStateDesc: ${STATE_DESC[c.state] ?? 'Unknown'}\r\n` +
    `${p}CallerIDNum: ${orUnknown(c.callerNum)}\r\n${p}CallerIDName: ${orUnknown(c.callerName)}\r\n` +
    `${p}ConnectedLineNum: ${orUnknown(c.connectedNum)}\r\n${p}ConnectedLineName: ${orUnknown(c.connectedName)}\r\n` +
    `${p}Language: en\r\n${p}AccountCode: ${c.account}\r\n${p}Context: ${c.context}\r\n${p}Exten: ${c.exten}\r\n` +
    `${p}Priority: ${c.priority}\r\n${p}Uniqueid: ${c.uniqueid}\r\n${p}Linkedid: ${c.linkedid}\r\n${tenant}`
  );
};

/** Sends one event. `body` is the text of its own headers, each ended by CRLF. */
export const emit = (world: World, name: string, body: string): void => {
  const micros = Math.max(Math.round(world.clock.now() * 1000), world.lastMicros + 7);
  world.lastMicros = micros;
  world.emitted++;
  const seconds = Math.floor(micros / 1_000_000);
  const stamp = `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}`;
  world.sink(
    name,
    `Event: ${name}\r\nPrivilege: ${CLASS[name] ?? 'call,all'}\r\nTimestamp: ${stamp}\r\n` +
      `SystemName: ${world.plan.systemName}\r\n${body}\r\n`,
  );
};

export const emitChannel = (world: World, name: string, c: Channel, extra: Fields = []): void =>
  emit(world, name, channelText(c) + render(extra));

export const emitPair = (world: World, name: string, c: Channel | null, dest: Channel, extra: Fields): void =>
  emit(world, name, (c ? channelText(c) : '') + channelText(dest, 'Dest') + render(extra));

const bridgeText = (b: Bridge): string => {
  const parking = b.kind === 'parking';
  return (
    `BridgeUniqueid: ${b.id}\r\nBridgeType: ${b.kind}\r\n` +
    `BridgeTechnology: ${parking ? 'holding_bridge' : 'simple_bridge'}\r\n` +
    `BridgeCreator: ${parking ? 'Parking' : '<unknown>'}\r\nBridgeName: ${parking ? 'default' : '<unknown>'}\r\n` +
    `BridgeNumChannels: ${b.channels.length}\r\nBridgeVideoSourceMode: none\r\n`
  );
};

export const emitBridge = (world: World, name: string, bridge: Bridge, channel?: Channel): void =>
  emit(world, name, bridgeText(bridge) + (channel ? channelText(channel) : ''));

export const emitTransfer = (
  world: World,
  from: Channel,
  who: Channel,
  bridge: Bridge,
  context: string,
  exten: string,
): void =>
  emit(
    world,
    'BlindTransfer',
    `Result: Success\r\n${channelText(from, 'Transferer')}${channelText(who, 'Transferee')}${bridgeText(bridge)}` +
      `IsExternal: Yes\r\nContext: ${context}\r\nExtension: ${exten}\r\n`,
  );

/** Headers of a member in events. The list reply names three of them differently (`lists.ts`). */
export const memberFields = (m: Member): Fields => [
  ['Queue', m.queue.name],
  ['MemberName', m.name],
  ['Interface', m.interface],
  ['StateInterface', m.stateInterface],
  ['Membership', m.dynamic ? 'dynamic' : 'static'],
  ['Penalty', m.penalty],
  ['CallsTaken', m.callsTaken],
  ['LastCall', m.lastCall],
  ['LastPause', m.lastPause],
  ['LoginTime', m.loginTime],
  ['InCall', m.inCall ? 1 : 0],
  ['Status', m.status],
  ['Paused', m.paused ? 1 : 0],
  ['PausedReason', m.reason],
  ['Ringinuse', m.ringInUse ? 1 : 0],
  ['Wrapuptime', 0],
];

export const emitMember = (world: World, name: string, m: Member): void => emit(world, name, render(memberFields(m)));

export const emitDevice = (world: World, device: string, state: number): void =>
  emit(world, 'DeviceStateChange', `Device: ${device}\r\nState: ${DEVICE_STATE[state] ?? 'UNKNOWN'}\r\n`);
