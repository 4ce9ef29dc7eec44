// Connects two channels outside the dialplan: a parked caller and the phone that retrieves them.
import { bridge, hangup, leaveBridge, requestHangup, settle, softHangup } from './channels.ts';
import { emit } from './emit.ts';
import type { Channel, World } from './model.ts';
import { parkedText } from './parking.ts';
import { owedComplete } from './queue-counters.ts';

const join = (world: World, phone: Channel, other: Channel): void => {
  bridge(world, phone, other);
  let ended = false;
  const end = (by: Channel): void => {
    if (ended) return;
    ended = true;
    const second = by === phone ? other : phone;
    requestHangup(world, by, 16);
    leaveBridge(world, by);
    leaveBridge(world, second);
    softHangup(world, second);
    owedComplete(world, other);
    hangup(world, by, { cause: 16, reported: true });
    hangup(world, second, { cause: 16 });
    settle(world, by, second);
    world.dispatch();
  };
  for (const channel of [phone, other]) channel.driver = { hangup: end, release: () => false };
};

/** Runs ParkedCall(lot,space). Returns false if the space is empty. */
export const takeParked = (world: World, phone: Channel, data: string): boolean => {
  const parked = world.parked.get(Number(data.split(',')[1]));
  if (!parked) return false;
  emit(world, 'UnParkedCall', parkedText(world, parked));
  if (!parked.channel.driver?.release(parked.channel)) return false;
  join(world, phone, parked.channel);
  return true;
};
