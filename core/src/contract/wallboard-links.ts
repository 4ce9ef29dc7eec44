// Links that open a wallboard without a sign-in: for one board of one customer, to look at, until they expire or are
// revoked. A link's token is told once; it opens no other route.
import { z } from 'zod';
import { NetworkText } from './apikeys.ts';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { text } from './text.ts';
import { BoardDay, BoardView } from './wallboards.ts';

/** `expired` follows from the clock. */
export const WALL_LINK_STATUS = ['active', 'expired', 'revoked'] as const;
export const LONGEST_LINK_DAYS = 365;

export const WallLink = z.object({
  id: Id,
  name: z.string(),
  /** Empty: from anywhere. */
  cidrs: z.array(z.string()),
  status: z.enum(WALL_LINK_STATUS),
  expiresAt: Instant,
  createdBy: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
  lastSeenIp: z.string(),
});
export type WallLink = z.infer<typeof WallLink>;

export const CreateWallLink = z.object({
  /** Where it hangs: "Reception". */
  name: text(1, 64),
  days: z.number().int().min(1).max(LONGEST_LINK_DAYS).default(90),
  cidrs: z.array(NetworkText).max(20).default([]),
});
export type CreateWallLink = z.infer<typeof CreateWallLink>;

/** `url` holds the token behind a `#`, which no browser sends to anyone; told this once. */
export const NewWallLink = WallLink.extend({ url: z.string() });
export type NewWallLink = z.infer<typeof NewWallLink>;

const item = z.object({ id: Id });

export const listWallLinks = route({
  method: 'GET',
  path: '/wallboards/:id/links',
  summary: 'Links that open a wallboard without a sign-in; never their tokens',
  tag: 'wallboard',
  access: ['operate', 'wallboard'],
  params: item,
  response: z.object({ data: z.array(WallLink) }),
  errors: ['not-found'],
});

export const createWallLink = route({
  method: 'POST',
  path: '/wallboards/:id/links',
  summary: 'Make a link that opens a wallboard without a sign-in; told this once',
  tag: 'wallboard',
  access: ['operate', 'wallboard'],
  params: item,
  body: CreateWallLink,
  response: NewWallLink,
  status: 201,
  errors: ['not-found', 'conflict'],
});

export const revokeWallLink = route({
  method: 'DELETE',
  path: '/wallboards/links/:id',
  summary: 'End a link at once: screens that show it go dark',
  tag: 'wallboard',
  access: ['operate', 'wallboard'],
  params: item,
  status: 204,
  errors: ['not-found'],
});

const Shown = z.object({ token: z.string().min(1).max(200) });

/** A ticket opens the socket once, within 30 seconds, for the queues of the board alone. */
export const openWallLink = route({
  method: 'POST',
  path: '/wallboards/open',
  summary: 'Open a wallboard by its link: the board, and a ticket for the socket',
  tag: 'wallboard',
  access: 'public',
  body: Shown,
  response: z.object({ board: BoardView, ticket: z.string(), expiresAt: Instant }),
  errors: ['not-found'],
});

export const wallLinkDay = route({
  method: 'POST',
  path: '/wallboards/open/day',
  summary: 'Calls of today by the hour, of the queues of the board that a link opens',
  tag: 'wallboard',
  access: 'public',
  body: Shown,
  response: BoardDay,
  errors: ['not-found'],
});
