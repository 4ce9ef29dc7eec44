import type { AgentState } from '@ringside/core/live/select.ts';
import { Bell, CircleCheck, type LucideIcon, NotebookPen, Pause, Phone, Unplug } from 'lucide-react';
import type { Tone } from '../../ui/StatusBadge.tsx';

/** Each state has a shape of its own besides its colour. */
export const AGENT_LOOKS: Readonly<Record<AgentState, readonly [Tone, LucideIcon]>> = {
  available: ['ok', CircleCheck],
  ringing: ['warn', Bell],
  incall: ['busy', Phone],
  wrapup: ['accent', NotebookPen],
  paused: ['hold', Pause],
  unavailable: ['idle', Unplug],
};
