import { type Ability, can } from '@ringside/core/access/ability.ts';
import type { Notification, NotificationKind } from '@ringside/core/contract/boards/notification.ts';
import type { LinkProps } from '@tanstack/react-router';
import {
  CircleX,
  ClockAlert,
  FileDown,
  FileUp,
  Fingerprint,
  Gauge,
  HardDrive,
  Hourglass,
  type LucideIcon,
  PhoneOff,
  Scale,
  Server,
  ServerOff,
  ShieldAlert,
  TrendingDown,
  UserCog,
  Wallet,
} from 'lucide-react';

type Tone = 'ok' | 'warn' | 'bad' | 'info';

export const LOOKS: Readonly<Record<NotificationKind, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  'pbx-away': { icon: ServerOff, tone: 'bad' },
  'pbx-back': { icon: Server, tone: 'ok' },
  'new-sign-in': { icon: ShieldAlert, tone: 'warn' },
  'proxy-untrusted': { icon: ShieldAlert, tone: 'warn' },
  'database-clock': { icon: ClockAlert, tone: 'warn' },
  'passkey-added': { icon: Fingerprint, tone: 'info' },
  'second-factor-missing': { icon: ShieldAlert, tone: 'warn' },
  'role-changed': { icon: UserCog, tone: 'info' },
  'import-finished': { icon: FileUp, tone: 'ok' },
  'export-finished': { icon: FileDown, tone: 'ok' },
  'provisioning-failed': { icon: CircleX, tone: 'bad' },
  'key-limited': { icon: Gauge, tone: 'warn' },
  'key-created-accounts': { icon: UserCog, tone: 'warn' },
  'limit-near': { icon: Wallet, tone: 'warn' },
  'limit-reached': { icon: Wallet, tone: 'bad' },
  'calls-out-blocked': { icon: PhoneOff, tone: 'bad' },
  'balance-low': { icon: Wallet, tone: 'warn' },
  'balance-spent': { icon: PhoneOff, tone: 'bad' },
  'included-spent': { icon: Gauge, tone: 'warn' },
  'limit-suspended': { icon: PhoneOff, tone: 'bad' },
  'recordings-full': { icon: HardDrive, tone: 'bad' },
  'server-calls-full': { icon: PhoneOff, tone: 'bad' },
  'customer-calls-full': { icon: PhoneOff, tone: 'bad' },
  'quota-reached': { icon: Gauge, tone: 'warn' },
  'day-differs': { icon: Scale, tone: 'warn' },
  'queue-breach': { icon: Hourglass, tone: 'bad' },
  'queue-level': { icon: TrendingDown, tone: 'warn' },
};

/** Returns the page that a notification refers to, if the user may open it. */
export const targetOf = (kind: Notification['kind'], abilities: readonly Ability[]): NonNullable<LinkProps['to']> => {
  switch (kind) {
    case 'pbx-away':
    case 'pbx-back':
    case 'provisioning-failed':
    case 'server-calls-full':
      return can(abilities, 'read', 'endpoint') ? '/endpoints' : '/dashboard';
    case 'limit-near':
    case 'limit-reached':
    case 'calls-out-blocked':
    case 'balance-low':
    case 'balance-spent':
    case 'included-spent':
    case 'limit-suspended':
      return can(abilities, 'read', 'billing') ? '/customers/reports/billing' : '/notifications';
    case 'queue-breach':
    case 'queue-level':
      return '/dashboard';
    case 'day-differs':
      return '/reports/queues';
    case 'key-limited':
    case 'key-created-accounts':
      return can(abilities, 'read', 'apikey') ? '/apikeys' : '/profile';
    case 'new-sign-in':
    case 'passkey-added':
    case 'second-factor-missing':
    case 'role-changed':
      return '/profile';
    case 'customer-calls-full':
    case 'quota-reached':
      return can(abilities, 'update', 'customer') ? '/customers' : '/notifications';
    case 'recordings-full':
    case 'proxy-untrusted':
    case 'database-clock':
    case 'import-finished':
    case 'export-finished':
      return '/notifications';
  }
};
