// What the console tells a person unasked. Kept as kind and params, worded by the browser in the reader's language.
import { z } from 'zod';
import { Id, Instant, ListMeta } from './resource.ts';
import { route } from './route.ts';

const name = z.string().max(254);
const count = z.number().int().min(0);
const limit = { customerId: Id, customerName: name, percent: count };
const server = { serverId: z.number().int(), serverName: name };

/** What a customer may have so many of. */
export const QUOTA_ITEMS = ['queues', 'users', 'subscribers', 'agents'] as const;
export type QuotaItem = (typeof QUOTA_ITEMS)[number];

/** Every kind with its params. A new one also needs its words (`notification:kinds.<kind>`) and its look. */
export const NOTIFICATION_PARAMS = {
  /** The link to a PBX is away for longer than a blink. */
  'pbx-away': z.object({ ...server, since: Instant }),
  /** It is back: the notification of its loss becomes this one. */
  'pbx-back': z.object({ ...server, awaySeconds: count }),
  /** A sign-in from a device and place that the user has not signed in from before. `device`: `Firefox, Linux`, or empty. */
  'new-sign-in': z.object({ ip: z.string().max(64), device: name }),
  'passkey-added': z.object({ name }),
  'role-changed': z.object({ role: name }),
  /** `what`: a file's name, or what it is of. */
  'import-finished': z.object({ what: name, rows: count, refused: count }),
  'export-finished': z.object({ what: name, rows: count }),
  'provisioning-failed': z.object({ ...server, what: name }),
  'key-limited': z.object({ keyId: Id, keyName: name, perMinute: count }),
  /** A customer's use of the limit that he is nearest to; with the last, his calls out are stopped. */
  'limit-near': z.object(limit),
  'limit-reached': z.object(limit),
  'calls-out-blocked': z.object(limit),
  /** A prepaid balance is below what its account names; or used up, and calls out are stopped. */
  'balance-low': z.object({ customerId: Id, customerName: name }),
  'balance-spent': z.object({ customerId: Id, customerName: name }),
  /** A limit was reached that suspends the customer. */
  'limit-suspended': z.object(limit),
  /** A customer's recordings take all that they may: none begins until there is room. `mb`: the limit. */
  'recordings-full': z.object({ customerId: Id, customerName: name, mb: count }),
  /** As many calls at once as a PBX, or a customer, may have: the next one is turned away. */
  'server-calls-full': z.object({ ...server, most: count }),
  'customer-calls-full': z.object({ customerId: Id, customerName: name, most: count }),
  /** A customer has all that it may have of something: one more is refused. */
  'quota-reached': z.object({ customerId: Id, customerName: name, what: z.enum(QUOTA_ITEMS), most: count }),
  /** The nightly check: figures of a customer's day do not agree with the stored events. */
  'day-differs': z.object({ customerId: Id, customerName: name, day: z.iso.date(), differences: count }),
  /** A caller waits longer than the call center allows. `queue`: its label, else its name. */
  'queue-breach': z.object({ ...server, queue: name, waiting: count, longestSeconds: count }),
  /** The day's service level is below its target, both in per cent. */
  'queue-level': z.object({ ...server, queue: name, level: count, target: count }),
} as const;

export type NotificationKind = keyof typeof NOTIFICATION_PARAMS;

/** A kind with the params that belong to it. */
export type NotificationNews = {
  [K in NotificationKind]: { readonly kind: K; readonly params: z.output<(typeof NOTIFICATION_PARAMS)[K]> };
}[NotificationKind];

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_PARAMS) as [NotificationKind, ...NotificationKind[]];

export const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  /** Of the kind: names, numbers, ids of what it is about. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  at: Instant,
  readAt: Instant.nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** Newest first. `unread` counts all of them, whatever the page shows. */
export const listNotifications = route({
  method: 'GET',
  path: '/user/notifications',
  summary: 'Own notifications',
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

export const readNotification = route({
  method: 'PATCH',
  path: '/user/notifications/:id',
  summary: 'Mark one of the own notifications as read, or as unread',
  tag: 'session',
  access: 'signed-in',
  params: z.object({ id: Id }),
  body: z.object({ read: z.boolean() }),
  response: Notification,
  errors: ['not-found'],
});

export const readAllNotifications = route({
  method: 'POST',
  path: '/user/notifications/read',
  summary: 'Mark all own notifications as read',
  tag: 'session',
  access: 'signed-in',
  status: 204,
  errors: [],
});

/**
 * On the socket, to the user's own connections alone: something of his notifications changed. `Event: Notification`
 * brings a new or renewed one, `Event: NotificationsRead` says that some were read, here or in another tab.
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
