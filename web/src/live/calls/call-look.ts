import type { CallRow } from '@ringside/core/live/state.ts';
import { Bell, CircleParking, Hourglass, type LucideIcon, Pause, Phone, PhoneOutgoing } from 'lucide-react';
import type { Tone } from '../../ui/StatusBadge.tsx';

export type CallState = 'waiting' | 'talking' | 'onHold' | 'parked' | 'ringing' | 'dialing' | 'up';

/** AST_STATE_* of Asterisk: 4 Ring (the channel gets ringback), 5 Ringing (the phone rings), 6 Up. */
const RING = 4;
const RINGING = 5;
const UP = 6;

const stateOf = (call: CallRow): CallState => {
  if (call.parked) return 'parked';
  if (call.onHold) return 'onHold';
  if (call.queue !== null && call.agent === null) return 'waiting';
  if (call.state === UP) return call.answeredAt !== null || call.agent !== null ? 'talking' : 'up';
  return call.state === RING || call.state === RINGING ? 'ringing' : 'dialing';
};

const LOOKS: Readonly<Record<CallState, readonly [Tone, LucideIcon]>> = {
  waiting: ['warn', Hourglass],
  talking: ['busy', Phone],
  onHold: ['hold', Pause],
  parked: ['hold', CircleParking],
  ringing: ['warn', Bell],
  dialing: ['idle', PhoneOutgoing],
  up: ['busy', Phone],
};

/** Returns the state of a call with its color and icon. */
export const callLook = (call: CallRow): readonly [CallState, Tone, LucideIcon] => {
  const state = stateOf(call);
  return [state, ...LOOKS[state]];
};
