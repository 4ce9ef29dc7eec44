import type { AgentState } from '@ringside/core/live/select.ts';
import { Bell, CircleCheck, type LucideIcon, NotebookPen, Pause, Phone, PhoneOff, Unplug } from 'lucide-react';
import type { Tone } from '../../ui/StatusBadge.tsx';

/** Color and icon of each state. The icon makes states distinguishable without color. */
export const AGENT_LOOKS: Readonly<Record<AgentState, readonly [Tone, LucideIcon]>> = {
  available: ['ok', CircleCheck],
  ringing: ['warn', Bell],
  incall: ['busy', Phone],
  elsewhere: ['busy', PhoneOff],
  wrapup: ['accent', NotebookPen],
  paused: ['hold', Pause],
  unavailable: ['idle', Unplug],
};
