// Channels of the agent side of a queue call: the phone's own, or for a `Local/` member (as in FreePBX) a pair of Local channels and the
// phone. Such a call has four channels and one Linkedid.
import {
  bridge,
  dialEnd,
  dialplan,
  hangup,
  leaveBridge,
  newChannel,
  setConnected,
  setState,
  settle,
  softHangup,
} from './channels.ts';
import { emitCdr } from './cdr.ts';
import { channelText, emit, emitChannel, emitPair } from './emit.ts';
import type { AgentLegs, Channel, Device, HangupHow, Member, World } from './model.ts';

const LOCAL = /^Local\/(\w+)@([^/]+)/;

const phoneLeg = (world: World, device: Device, linkedid: string): Channel => {
  const tenant = device.tenant?.name ?? '';
  return newChannel(world, {
    device,
    state: 0,
    callerNum: device.extension,
    callerName: device.ownerName,
    account: tenant,
    context: `${tenant}-internal`,
    exten: 's',
    linkedid,
  });
};

const setCallerId = (world: World, channel: Channel, number: string, name: string): void => {
  channel.callerNum = number;
  channel.callerName = name;
  emitChannel(world, 'NewCallerid', channel, [['CID-CallingPres', '0 (Presentation Allowed, Not Screened)']]);
};

/** Creates both halves of a Local channel, up to LocalBridge. */
export const localPair = (
  world: World,
  caller: Channel,
  exten: string,
  context: string,
): { one: Channel; two: Channel } => {
  const name = `Local/${exten}@${context}`;
  const device: Device = {
    name,
    endpoint: name,
    noCallWaiting: false,
    tenant: null,
    extension: '',
    ownerName: '',
    channels: new Set(),
    registered: true,
    state: 1,
    members: [],
  };
  const serial = (world.localNumber++).toString(16).padStart(8, '0');
  const half = (n: 1 | 2): Channel =>
    newChannel(world, {
      device,
      name: `${name}-${serial};${n}`,
      state: n === 1 ? 0 : 4,
      callerNum: '',
      callerName: '',
      account: '',
      context,
      exten,
      linkedid: caller.linkedid,
      tenantId: caller.tenantId,
    });
  const one = half(1);
  const two = half(2);
  setCallerId(world, one, caller.exten === 's' ? exten : caller.exten, '');
  two.account = caller.account;
  two.connectedNum = one.callerNum;
  setCallerId(world, two, caller.callerNum, caller.callerName);
  emitChannel(world, 'NewAccountCode', two, [['OldAccountCode', '']]);
  emitChannel(world, 'NewConnectedLine', two);
  const body = channelText(one, 'LocalOne') + channelText(two, 'LocalTwo');
  emit(world, 'LocalBridge', `${body}Context: ${context}\r\nExten: ${exten}\r\nLocalOptimization: No\r\n`);
  return { one, two };
};

/** Creates the channel that the queue rings. `reach` rings the phone behind it. */
export const openLegs = (world: World, caller: Channel, member: Member): AgentLegs => {
  const device = member.device!;
  const local = LOCAL.exec(member.interface);
  if (!local) {
    const phone = phoneLeg(world, device, caller.linkedid);
    return { channel: phone, phone, two: null };
  }
  const { one, two } = localPair(world, caller, local[1]!, local[2]!);
  return { channel: one, phone: null, two };
};

/** Dials the phone behind a Local member. Does nothing for other members. */
export const reach = (world: World, legs: AgentLegs, caller: Channel, member: Member): void => {
  const { two } = legs;
  if (!two) return;
  const device = member.device!;
  legs.phone = phoneLeg(world, device, caller.linkedid);
  legs.phone.exten = device.extension;
  setConnected(world, legs.phone, caller.callerNum, caller.callerName);
  dialplan(world, two, {}, 'Dial', `${device.name},30,tT`);
  emitPair(world, 'DialBegin', two, legs.phone, [['DialString', device.endpoint]]);
  setConnected(world, two, device.extension, device.ownerName);
};

export const startRinging = (world: World, legs: AgentLegs, caller: Channel): void => {
  const { channel, phone, two } = legs;
  if (!phone) return;
  setState(world, phone, 5);
  if (two) {
    settle(world, phone);
    Object.assign(channel, { callerNum: phone.callerNum, callerName: phone.callerName, exten: 's' });
    Object.assign(channel, { connectedNum: caller.callerNum, connectedName: caller.callerName });
    setState(world, channel, 5);
    setCallerId(world, channel, phone.callerNum, phone.callerName);
    emitChannel(world, 'NewConnectedLine', channel);
  } else {
    dialplan(world, phone, {}, 'AppQueue', '(Outgoing Line)');
    setConnected(world, phone, caller.callerNum, caller.callerName);
    settle(world, phone);
  }
  emitPair(world, 'DialState', caller, channel, [['DialStatus', 'RINGING']]);
  if (two) emitPair(world, 'DialState', two, phone, [['DialStatus', 'RINGING']]);
};

/** Answers the phone. Behind a Local channel, bridges it to the second half. */
export const pickUp = (world: World, legs: AgentLegs): void => {
  const { channel, phone, two } = legs;
  if (!phone) return;
  setState(world, phone, 6);
  if (!two) return;
  dialEnd(world, two, phone, 'ANSWER');
  setState(world, two, 6);
  bridge(world, phone, two);
  setState(world, channel, 6);
};

/** Ends every channel of the agent side. `how` applies to the phone; `reported`: the phone itself hung up. */
export const hangupLegs = (world: World, legs: AgentLegs, how: HangupHow): void => {
  const { channel, phone, two } = legs;
  if (!two || !phone) return hangup(world, channel, how);
  // For the near half, a hang-up of the far half looks like a request.
  if (how.reported === true) emitChannel(world, 'HangupRequest', channel, [['Cause', how.cause]]);
  hangup(world, channel, { cause: how.cause });
  if (phone.bridge) {
    leaveBridge(world, phone);
    leaveBridge(world, two);
  } else dialEnd(world, two, phone, how.techCause === undefined ? 'CANCEL' : 'BUSY');
  emitCdr(world, {
    channel: two,
    peer: phone,
    destination: two.exten,
    context: two.context,
    answered: two.answeredAt !== null,
    disposition: two.answeredAt !== null ? 'ANSWERED' : how.techCause === undefined ? 'NO ANSWER' : 'BUSY',
  });
  softHangup(world, two);
  hangup(world, two, { cause: 16 });
  return hangup(world, phone, how);
};

/** Returns all channels that `driver` controls. */
export const legChannels = (legs: AgentLegs): readonly Channel[] =>
  [legs.channel, legs.phone, legs.two].filter((c) => c !== null);
