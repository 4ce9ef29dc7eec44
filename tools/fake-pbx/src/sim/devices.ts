// Device states, and the queue members that depend on them.
import { emit, emitDevice, emitMember, render } from './emit.ts';
import type { Device, Member, World } from './model.ts';

/** Returns AST_DEVICE_* of a phone from its channels. With device_state_busy_at=1, any channel means busy. */
const deviceState = (d: Device): number => {
  if (!d.registered) return 5;
  if (d.channels.size === 0) return 1;
  if (d.noCallWaiting) return 3;
  let ringing = false;
  let talking = false;
  for (const c of d.channels) {
    if (c.state === 5 || c.state === 0) ringing = true;
    else talking = true;
  }
  if (ringing && talking) return 7;
  return ringing ? 6 : 2;
};

/** A new channel that does not ring yet does not change the state. */
const isQuiet = (d: Device): boolean => d.registered && [...d.channels].every((c) => c.state === 0);

/** Publishes a changed state: the device's event, the hint's, and a QueueMemberStatus for each membership. */
export const updateDevice = (world: World, device: Device): void => {
  const state = isQuiet(device) ? 1 : deviceState(device);
  if (state === device.state) return;
  device.state = state;
  emitDevice(world, device.name, state);
  if (device.extension !== '' && device.tenant) {
    const idle = state === 1;
    const status = idle ? 0 : state === 6 ? 8 : state === 5 ? 4 : state === 3 ? 2 : 1;
    const text = { 0: 'Idle', 1: 'InUse', 2: 'Busy', 4: 'Unavailable', 8: 'Ringing' }[status] ?? 'Idle';
    emit(
      world,
      'ExtensionStatus',
      render([
        ['Exten', device.extension],
        ['Context', `${device.tenant.name}-internal`],
        ['Hint', device.name],
        ['Status', status],
        ['StatusText', text],
      ]),
    );
  }
  for (const member of device.members) setMemberStatus(world, member, state);
};

const setMemberStatus = (world: World, member: Member, state: number): void => {
  if (member.status === state) return;
  member.status = state;
  emitMember(world, 'QueueMemberStatus', member);
};

export const isReachable = (m: Member): boolean => m.status !== 4 && m.status !== 5;
