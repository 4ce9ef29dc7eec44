import type { Call } from '@ringside/core/contract/calls/cdr.ts';
import {
  ArrowLeftRight,
  Ban,
  Bot,
  CircleX,
  type LucideIcon,
  PhoneForwarded,
  PhoneIncoming,
  PhoneMissed,
  PhoneOff,
  PhoneOutgoing,
  Phone,
  Voicemail,
} from 'lucide-react';
import type { Tone } from '../../ui/StatusBadge.tsx';

export const STATUS_LOOKS: Readonly<Record<Call['status'], readonly [Tone, LucideIcon]>> = {
  answered: ['ok', Phone],
  transferred: ['accent', PhoneForwarded],
  automated: ['idle', Bot],
  voicemail: ['idle', Voicemail],
  unanswered: ['warn', PhoneMissed],
  rejected: ['bad', Ban],
  failed: ['bad', PhoneOff],
  'failed-out': ['bad', CircleX],
};

export const DIRECTION_ICONS: Readonly<Record<Call['direction'], LucideIcon>> = {
  inbound: PhoneIncoming,
  outbound: PhoneOutgoing,
  internal: ArrowLeftRight,
};
