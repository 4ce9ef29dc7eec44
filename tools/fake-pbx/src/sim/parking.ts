// Parking: the caller waits in a numbered space until the timeout, when the parker's phone rings.
import { bridgeId, hangup, leaveBridge, requestHangup, settle } from './channels.ts';
import { emitCdr } from './cdr.ts';
import { dialExtension } from './dial.ts';
import { channelText, emit, emitBridge, emitChannel, render, type Fields } from './emit.ts';
import type { Bridge, Channel, Device, ParkedCall, World } from './model.ts';
import { owedComplete } from './queue-counters.ts';

const FIRST_SPACE = 701;

const parkedFields = (world: World, p: ParkedCall): Fields => {
  const duration = Math.floor((world.clock.now() - p.parkedAt) / 1000);
  return [
    ['ParkerDialString', p.parker.name],
    ['Parkinglot', 'default'],
    ['ParkingSpace', p.space],
    ['ParkingTimeout', p.timeoutSeconds - duration],
    ['ParkingDuration', duration],
  ];
};

export const parkedText = (world: World, p: ParkedCall): string =>
  channelText(p.channel, 'Parkee') + render(parkedFields(world, p));

const freeSpace = (world: World): number => {
  let space = FIRST_SPACE;
  while (world.parked.has(space)) space++;
  return space;
};

const leaveSpace = (world: World, p: ParkedCall, event: 'ParkedCallTimeOut' | 'ParkedCallGiveUp'): void => {
  world.parked.delete(p.space);
  emit(world, event, parkedText(world, p));
};

const giveUp = (world: World, p: ParkedCall): void => {
  const { channel } = p;
  requestHangup(world, channel, 16);
  emitChannel(world, 'MusicOnHoldStop', channel);
  leaveSpace(world, p, 'ParkedCallGiveUp');
  leaveBridge(world, channel);
  emitCdr(world, {
    channel,
    peer: null,
    destination: channel.exten,
    context: channel.context,
    answered: true,
    disposition: 'ANSWERED',
  });
  owedComplete(world, channel);
  hangup(world, channel, { cause: 16, reported: true });
  settle(world, channel);
};

/** Parks a channel. Returns false if it is not in a call. */
export const park = (world: World, channel: Channel, parker: Device, timeoutSeconds: number): boolean => {
  if (channel.gone || !channel.driver?.release(channel)) return false;
  const p: ParkedCall = { channel, space: freeSpace(world), parkedAt: world.clock.now(), timeoutSeconds, parker };
  world.parked.set(p.space, p);
  emit(world, 'ParkedCall', parkedText(world, p));
  const lot: Bridge = { id: bridgeId(world), kind: 'parking', channels: [] };
  emitBridge(world, 'BridgeCreate', lot);
  lot.channels.push(channel);
  channel.bridge = lot;
  emitBridge(world, 'BridgeEnter', lot, channel);
  emitChannel(world, 'MusicOnHoldStart', channel, [['Class', 'default']]);
  const out = (): void => {
    timer.cancelled = true;
    emitChannel(world, 'MusicOnHoldStop', channel);
    world.parked.delete(p.space);
    leaveBridge(world, channel);
  };
  const timer = world.clock.after(timeoutSeconds * 1000, () => {
    leaveSpace(world, p, 'ParkedCallTimeOut');
    out();
    dialExtension(world, channel, parker.extension, `${parker.tenant?.name ?? channel.account}-internal`);
  });
  channel.driver = {
    hangup: () => {
      timer.cancelled = true;
      giveUp(world, p);
    },
    release: () => {
      out();
      return true;
    },
  };
  return true;
};
