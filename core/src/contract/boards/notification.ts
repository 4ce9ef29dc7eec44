// Notifications to users. Stored as kind and parameters, worded by the browser in the user's language.
import { keysOf } from '../../base/keys-of.ts';
import { z } from 'zod';
import { Id, Instant, ListMeta } from '../resource.ts';
import { route } from '../route.ts';

const name = z.string().max(254);
const count = z.number().int().min(0);
const limit = { customerId: Id, customerName: name, percent: count };
const server = { serverId: z.number().int(), serverName: name };

/** Items with a quota. */
export const QUOTA_ITEMS = ['queues', 'users', 'subscribers', 'agents'] as const;
export type QuotaItem = (typeof QUOTA_ITEMS)[number];

/** Parameters of each kind. A new kind also needs a text (`notification:kinds.<kind>`) and an icon. */
export const NOTIFICATION_PARAMS = {
  /** The link to a PBX server is down for longer than a short interruption. */
  'pbx-away': z.object({ ...server, since: Instant }),
  /** The link is up again. Replaces the notification of the loss. */
  'pbx-back': z.object({ ...server, awaySeconds: count }),
  /** A sign-in from a new device and place. `device`: `Firefox, Linux`, or empty. */
  'new-sign-in': z.object({ ip: z.string().max(64), device: name }),
  /** Requests come through an untrusted proxy, so every user seems to have the proxy's address. */
  'proxy-untrusted': z.object({ ip: z.string().max(64) }),
  /** The clocks of the console and of PostgreSQL differ. */
  'database-clock': z.object({ differenceSeconds: count }),
  'passkey-added': z.object({ name }),
  /** A member of platform staff signed in with only a password. */
  'second-factor-missing': z.object({}),
  'role-changed': z.object({ role: name }),
  /** `what`: the file name, or the imported resource. */
  'import-finished': z.object({ what: name, rows: count, refused: count }),
  'export-finished': z.object({ what: name, rows: count }),
  'provisioning-failed': z.object({ ...server, what: name }),
  'key-limited': z.object({ keyId: Id, keyName: name, perMinute: count }),
  /** A program created accounts. `names`: the first few user names. */
  'key-created-accounts': z.object({ keyId: Id, keyName: name, accounts: count, names: name }),
  /** Usage of the limit closest to exhaustion. The last level blocks outbound calls. */
  'limit-near': z.object(limit),
  'limit-reached': z.object(limit),
  'calls-out-blocked': z.object(limit),
  /** A prepaid balance is below the account's threshold, or used up so that outbound calls are blocked. */
  'balance-low': z.object({ customerId: Id, customerName: name }),
  'balance-spent': z.object({ customerId: Id, customerName: name }),
  /** An allowance is used up until its period ends. `what`: the allowance. */
  'included-spent': z.object({ customerId: Id, customerName: name, what: name }),
  /** A limit that suspends the customer was reached. */
  'limit-suspended': z.object(limit),
  /** A customer's recording quota is used up, so no new recording starts. `mb`: the quota. */
  'recordings-full': z.object({ customerId: Id, customerName: name, mb: count }),
  /** A PBX server or customer reached its limit of concurrent calls. The next call is rejected. */
  'server-calls-full': z.object({ ...server, most: count }),
  'customer-calls-full': z.object({ customerId: Id, customerName: name, most: count }),
  /** A customer reached a quota. Creating another item is rejected. */
  'quota-reached': z.object({ customerId: Id, customerName: name, what: z.enum(QUOTA_ITEMS), most: count }),
  /** The nightly check found differences between a customer's daily figures and the stored events. */
  'day-differs': z.object({ customerId: Id, customerName: name, day: z.iso.date(), differences: count }),
  /** A caller waits longer than the call center's limit. `queue`: its label or name. */
  'queue-breach': z.object({ ...server, queue: name, waiting: count, longestSeconds: count }),
  /** The day's service level is below its target, both in percent. */
  'queue-level': z.object({ ...server, queue: name, level: count, target: count }),
} as const;

export type NotificationKind = keyof typeof NOTIFICATION_PARAMS;

/** A kind with its parameters. */
export type NotificationNews = {
  [K in NotificationKind]: { readonly kind: K; readonly params: z.output<(typeof NOTIFICATION_PARAMS)[K]> };
}[NotificationKind];

export const NOTIFICATION_KINDS = keysOf(NOTIFICATION_PARAMS);

export const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  /** Parameters of the kind: names, numbers and IDs. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  at: Instant,
  readAt: Instant.nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** Newest first. `unread` counts all notifications, not only those of the page. */
export const listNotifications = route({
  method: 'GET',
  path: '/user/notifications',
  summary: 'List the caller’s notifications',
  tag: 'session',
  access: 'signed-in',
  query: z.object({
    page: z.coerce.number().int().min(1).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(25),
    unread: z.enum(['true', 'false']).optional(),
  }),
  response: z.object({ data: z.array(Notification), meta: ListMeta.extend({ unread: z.number().int() }) }),
  errors: [],
});

export const markNotification = route({
  method: 'PATCH',
  path: '/user/notifications/:id',
  summary: 'Mark a notification as read or unread',
  tag: 'session',
  access: 'signed-in',
  params: z.object({ id: Id }),
  body: z.object({ read: z.boolean() }),
  response: Notification,
  errors: ['not-found'],
});

export const markAllNotifications = route({
  method: 'POST',
  path: '/user/notifications/read',
  summary: 'Mark all notifications as read',
  tag: 'session',
  access: 'signed-in',
  status: 204,
  errors: [],
});

/**
 * Socket messages to the user's own connections. `Event: Notification` carries a new or renewed notification.
 * `Event: NotificationsRead` reports new read marks, from this or another tab.
 */
export type NotificationMessage =
  | {
      readonly Type: 3;
      readonly Event: 'Notification';
      readonly Id: string;
      readonly Kind: NotificationKind;
      readonly Params: Readonly<Record<string, string | number>>;
      /** ISO 8601. */
      readonly NotifiedAt: string;
    }
  | { readonly Type: 3; readonly Event: 'NotificationsRead' };
