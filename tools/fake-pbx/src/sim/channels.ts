// Creates, changes and ends channels and bridges, with Asterisk's events in their order.
import { updateDevice } from './devices.ts';
import { emitBridge, emitChannel, emitPair } from './emit.ts';
import type { Bridge, Channel, Device, HangupHow, World } from './model.ts';
import { reportQuality } from './quality.ts';

interface NewChannel {
  readonly device: Device;
  /** Name of a Local channel. Other channels get a number. */
  readonly name?: string;
  readonly state: 0 | 4;
  readonly callerNum: string;
  readonly callerName: string;
  readonly account: string;
  readonly context: string;
  readonly exten: string;
  readonly linkedid?: string;
  /** ChannelId of the AMI action. */
  readonly uniqueid?: string;
  /** Set before Newchannel, like the endpoint option `tenantid`. */
  readonly tenantId?: string;
}

export const newChannel = (world: World, n: NewChannel): Channel => {
  const uniqueid =
    n.uniqueid ?? `${world.plan.systemName}-${Math.floor(world.clock.now() / 1000)}.${++world.uniqueNumber}`;
  const channel: Channel = {
    name: n.name ?? `${n.device.name}-${(world.channelNumber++).toString(16).padStart(8, '0')}`,
    state: n.state,
    callerNum: n.callerNum,
    callerName: n.callerName,
    connectedNum: '',
    connectedName: '',
    account: n.account,
    context: n.context,
    exten: n.exten,
    priority: 1,
    uniqueid,
    linkedid: n.linkedid ?? uniqueid,
    tenantId: n.tenantId ?? n.device.tenant?.tenantId ?? '',
    application: '',
    applicationData: '',
    createdAt: world.clock.now(),
    answeredAt: null,
    bridge: null,
    device: n.device,
    mediaFrom: null,
    onHold: false,
    gone: false,
    driver: null,
    owed: null,
    recording: '',
    monitors: [],
    records: [],
    recordedUntil: null,
  };
  world.channels.set(channel.name, channel);
  n.device.channels.add(channel);
  if (n.linkedid === undefined) world.processedCalls++;
  emitChannel(world, 'Newchannel', channel);
  return channel;
};

export const setState = (world: World, channel: Channel, state: number): void => {
  channel.state = state;
  if (state === 6 && channel.answeredAt === null) {
    channel.answeredAt = world.clock.now();
    channel.mediaFrom = world.clock.now();
  }
  emitChannel(world, 'Newstate', channel);
};

/** Sets the connected party of a channel. Asterisk sends an event only on a change. */
export const setConnected = (world: World, channel: Channel, number: string, name: string): void => {
  if (channel.connectedNum === number && channel.connectedName === name) return;
  channel.connectedNum = number;
  channel.connectedName = name;
  emitChannel(world, 'NewConnectedLine', channel);
};

/** One step of the dialplan. Few consoles subscribe to the class of this event. */
export const dialplan = (
  world: World,
  channel: Channel,
  where: { readonly context?: string; readonly exten?: string; readonly priority?: number },
  application: string,
  data: string,
): void => {
  channel.context = where.context ?? channel.context;
  channel.exten = where.exten ?? channel.exten;
  channel.priority = where.priority ?? channel.priority;
  channel.application = application;
  channel.applicationData = data;
  if (!world.plan.dialplanEvents) return;
  emitChannel(world, 'Newexten', channel, [
    ['Extension', channel.exten],
    ['Application', application],
    ['AppData', data],
  ]);
};

export const dialEnd = (world: World, caller: Channel, callee: Channel, status: string): void =>
  emitPair(world, 'DialEnd', caller, callee, [['DialStatus', status]]);

export const bridgeId = (world: World): string => {
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => world.random.whole(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
};

/** Bridges two channels. The answered side enters first, as in Dial and Queue. */
export const bridge = (world: World, answered: Channel, caller: Channel): Bridge => {
  const b: Bridge = { id: bridgeId(world), kind: 'basic', channels: [] };
  emitBridge(world, 'BridgeCreate', b);
  for (const channel of [answered, caller]) {
    b.channels.push(channel);
    channel.bridge = b;
    emitBridge(world, 'BridgeEnter', b, channel);
  }
  return b;
};

export const leaveBridge = (world: World, channel: Channel): void => {
  const b = channel.bridge;
  if (!b) return;
  b.channels = b.channels.filter((c) => c !== channel);
  channel.bridge = null;
  emitBridge(world, 'BridgeLeave', b, channel);
  if (b.channels.length === 0) emitBridge(world, 'BridgeDestroy', b);
};

const CAUSES: Readonly<Record<number, string>> = {
  0: 'Unknown',
  1: 'Unallocated (unassigned) number',
  16: 'Normal Clearing',
  17: 'User busy',
  19: 'User alerting, no answer',
  21: 'Call Rejected',
  26: 'Answered elsewhere',
  34: 'Circuit/channel congestion',
  127: 'Interworking, unspecified',
};

/** Ends a channel. Its device state follows after all channels of the call have ended (`devicesSettle`). */
export const hangup = (world: World, channel: Channel, how: HangupHow): void => {
  if (channel.gone) return;
  if (how.reported !== true) reportQuality(world, channel);
  channel.gone = true;
  world.channels.delete(channel.name);
  channel.device.channels.delete(channel);
  emitChannel(world, 'Hangup', channel, [
    ['Cause', how.cause],
    ['Cause-txt', CAUSES[how.cause] ?? 'Normal Clearing'],
    ...(how.techCause === undefined ? [] : ([['TechCause', how.techCause]] as const)),
  ]);
};

/** The party itself hangs up: the quality report comes before the request. */
export const requestHangup = (world: World, channel: Channel, cause: number, techCause?: number): void => {
  reportQuality(world, channel);
  emitChannel(world, 'HangupRequest', channel, [
    ['Cause', cause],
    ...(techCause === undefined ? [] : ([['TechCause', techCause]] as const)),
  ]);
};

export const softHangup = (world: World, channel: Channel, cause = 16): void =>
  emitChannel(world, 'SoftHangupRequest', channel, [['Cause', cause]]);

export const settle = (world: World, ...channels: readonly Channel[]): void => {
  for (const device of new Set(channels.map((c) => c.device))) updateDevice(world, device);
};
