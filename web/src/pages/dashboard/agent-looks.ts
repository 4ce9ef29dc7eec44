import { Bell, CircleCheck, type LucideIcon, NotebookPen, Pause, Phone, Unplug } from 'lucide-react';
import type { AgentState } from '../../live/agent-state.ts';
import type { Tone } from '../../ui/StatusBadge.tsx';

/** Each state has a shape of its own besides its colour. */
export const AGENT_LOOKS: Readonly<Record<AgentState, readonly [Tone, LucideIcon]>> = {
  available: ['ok', CircleCheck],
  ringing: ['warn', Bell],
  'in-call': ['busy', Phone],
  'wrap-up': ['accent', NotebookPen],
  paused: ['hold', Pause],
  unavailable: ['idle', Unplug],
};
