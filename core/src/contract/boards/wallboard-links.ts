// Links that open one wallboard read-only without a sign-in until they expire or are revoked. The API returns the token once. It
// opens no other route.
import { z } from 'zod';
import { NetworkText } from '../access/api-key.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { BoardDay, BoardView } from './wallboard.ts';

/** `expired` is derived from the time. */
export const WALL_LINK_STATUS = ['active', 'expired', 'revoked'] as const;
export const LONGEST_LINK_DAYS = 365;

export const WallLink = z.object({
  id: Id,
  name: z.string(),
  /** Empty: from any address. */
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
  /** Location of the screen, such as "Reception". */
  name: text(1, 64),
  days: z.number().int().min(1).max(LONGEST_LINK_DAYS).default(90),
  cidrs: z.array(NetworkText).max(20).default([]),
});
export type CreateWallLink = z.infer<typeof CreateWallLink>;

/** `url` contains the token after a `#`, which browsers do not send. Returned only once. */
export const NewWallLink = WallLink.extend({ url: z.string() });
export type NewWallLink = z.infer<typeof NewWallLink>;

const item = z.object({ id: Id });

export const listWallLinks = route({
  method: 'GET',
  path: '/wallboards/:id/links',
  summary: 'List the links that open a wallboard without a sign-in, without their tokens',
  tag: 'wallboard',
  access: ['operate', 'wallboard'],
  params: item,
  response: z.object({ data: z.array(WallLink) }),
  errors: ['not-found'],
});

export const createWallLink = route({
  method: 'POST',
  path: '/wallboards/:id/links',
  summary: 'Create a link that opens a wallboard without a sign-in. It is shown once',
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
  summary: 'Revoke a link. Screens that show it stop at once',
  tag: 'wallboard',
  access: ['operate', 'wallboard'],
  params: item,
  status: 204,
  errors: ['not-found', 'conflict'],
});

const Shown = z.object({ token: z.string().min(1).max(200) });

/** The ticket opens the socket once, within 30 seconds, and only for the board's queues. */
export const openWallLink = route({
  method: 'POST',
  path: '/wallboards/open',
  summary: 'Open a wallboard by its link: get the board and a ticket for the socket',
  tag: 'wallboard',
  access: 'public',
  body: Shown,
  response: z.object({ board: BoardView, ticket: z.string(), expiresAt: Instant }),
  errors: ['not-found'],
});

export const getWallLinkDay = route({
  method: 'POST',
  path: '/wallboards/open/day',
  summary: 'Get today’s calls by hour for the wallboard of a link',
  tag: 'wallboard',
  access: 'public',
  body: Shown,
  response: BoardDay,
  errors: ['not-found'],
});
