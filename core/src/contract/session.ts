// Signing in and out, the signed-in user, one-time links, tickets for the socket.
import { z } from 'zod';
import { OWES } from '../access/owes.ts';
import { AbilityPair, LANDINGS } from './roles.ts';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { Language, pattern, text, TimeZone } from './text.ts';
import { OneTimeCode } from './two-factor.ts';
import { NewPassword, Theme } from './users.ts';

export const Login = z.object({
  /** The user name or the e-mail address. */
  username: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
  /** Of users with a second factor. A wrong one answers like a missing one, with `otp` among the errors. */
  otp: OneTimeCode.optional(),
});

/** `token` goes into `Authorization: Bearer`. */
export const SignedIn = z.object({ token: z.string(), expiresAt: Instant });

/** A name of its own or '', a colour of `BRAND_COLORS` or `#rrggbb`, and the address of a picture on this origin. */
export const Brand = z.object({ name: z.string(), color: z.string(), logo: z.string().nullable() });

export const login = route({
  method: 'POST',
  path: '/login',
  summary: 'Sign in',
  tag: 'session',
  access: 'public',
  body: Login,
  response: SignedIn,
  errors: ['wrong-credentials', 'one-time-code-required', 'locked-out'],
});

/** Asked before there is a session: how the console presents itself at the address that it was opened at. */
export const getBrand = route({
  method: 'GET',
  path: '/brand',
  summary: 'Name, colour and picture of the console at this host',
  tag: 'session',
  access: 'public',
  response: Brand,
  errors: [],
});

export const logout = route({
  method: 'POST',
  path: '/logout',
  summary: 'Sign out: the token and its sockets end',
  tag: 'session',
  access: 'signed-in',
  status: 204,
  errors: [],
});

export const SessionUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role: z.string(),
  /** Address of the picture on this origin. */
  avatar: z.string().nullable(),
  theme: Theme,
  language: Language,
  timezone: z.string(),
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  callcenterIds: z.array(Id),
  /** ISO 3166-1 alpha-2: how local numbers are read. */
  country: z.string().nullable(),
  abilities: z.array(AbilityPair),
  /** User name of who acts in this user's name; null: the user himself. */
  actedBy: z.string().nullable(),
  /** His customer is suspended: he reads, and changes nothing. */
  suspended: z.boolean(),
  /** What he has to do for his account before anything else opens to him; null: nothing. */
  owes: z.enum(OWES).nullable(),
  /** Where he begins. */
  landing: z.enum(LANDINGS),
  /** What calls cost is not withheld from him. */
  seesPrices: z.boolean(),
  /** Of a reseller: he sees the customers below his own, too. */
  manyCustomers: z.boolean(),
  /** How the console presents itself. */
  brand: Brand,
});
export type SessionUser = z.infer<typeof SessionUser>;

export const getUser = route({
  method: 'GET',
  path: '/user',
  summary: 'The signed-in user and what he may do',
  tag: 'session',
  access: 'signed-in',
  response: SessionUser,
  errors: [],
});

export const updateOwnUser = route({
  method: 'PATCH',
  path: '/user',
  summary: 'Change the signed-in user: names, language, theme, time zone',
  tag: 'session',
  access: 'signed-in',
  body: z
    .object({ firstname: text(0, 128), lastname: text(0, 128), language: Language, theme: Theme, timezone: TimeZone })
    .partial(),
  response: SessionUser,
  errors: [],
});

/** Other sessions of the user end; this one stays. */
export const changePassword = route({
  method: 'POST',
  path: '/user/password',
  summary: 'Change the own password',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: NewPassword }),
  status: 204,
  errors: ['wrong-credentials', 'locked-out'],
});

/** Reset links that went to the old address stop working. */
export const changeEmail = route({
  method: 'POST',
  path: '/user/email',
  summary: 'Change the own e-mail address',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ password: z.string().min(1).max(1024), email: pattern('email', 254).min(1) }),
  response: SessionUser,
  errors: ['wrong-credentials', 'locked-out', 'conflict'],
});

/** A square PNG or JPEG of 64 to 1024 pixels and at most 256 KB, in base64. What is not picture (place, camera) is left out. */
export const setAvatar = route({
  method: 'PUT',
  path: '/user/avatar',
  summary: 'Set the own picture',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ image: z.base64().min(1).max(349_528) }),
  response: SessionUser,
  errors: [],
});

export const removeAvatar = route({
  method: 'DELETE',
  path: '/user/avatar',
  summary: 'Remove the own picture',
  tag: 'session',
  access: 'signed-in',
  response: SessionUser,
  errors: [],
});

export const Session = z.object({
  id: Id,
  current: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
});

export const listSessions = route({
  method: 'GET',
  path: '/user/sessions',
  summary: 'Own sessions',
  tag: 'session',
  access: 'signed-in',
  response: z.object({ data: z.array(Session) }),
  errors: [],
});

export const endSession = route({
  method: 'DELETE',
  path: '/user/sessions/:id',
  summary: 'End one of the own sessions',
  tag: 'session',
  access: 'signed-in',
  params: z.object({ id: Id }),
  status: 204,
  errors: ['not-found'],
});

export const endOtherSessions = route({
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'End every own session but this one',
  tag: 'session',
  access: 'signed-in',
  status: 204,
  errors: [],
});

/** Single use, 30 seconds, from the same address: the `token` of the socket. */
export const realtimeTicket = route({
  method: 'POST',
  path: '/realtime/ticket',
  summary: 'A ticket that opens the socket once',
  tag: 'session',
  access: 'signed-in',
  response: z.object({ ticket: z.string(), expiresAt: Instant }),
  errors: [],
});

/**
 * The answer is the same for every name, known or not. `byMail`: this console sends e-mail, so a link is on its way to
 * whoever has the account; otherwise an administrator makes one (`POST /users/:id/invite`).
 */
export const forgotPassword = route({
  method: 'POST',
  path: '/password/forgot',
  summary: 'Ask for a link that sets a new password',
  tag: 'session',
  access: 'public',
  body: z.object({ username: z.string().trim().min(1).max(254) }),
  response: z.object({ byMail: z.boolean() }),
  status: 202,
  errors: ['locked-out'],
});

/** Whose link it is, so that the page can greet; `not-found` for a used, old or wrong one. */
export const lookAtInvite = route({
  method: 'POST',
  path: '/invites/look',
  summary: 'Whose one-time link this is',
  tag: 'session',
  access: 'public',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ username: z.string(), email: z.string(), firstname: z.string(), language: Language }),
  errors: ['not-found', 'locked-out'],
});

/** The link does not stand in for the second factor: who has one gives its code too. */
export const setPassword = route({
  method: 'POST',
  path: '/set-password',
  summary: 'Set a password with a one-time link, and sign in',
  tag: 'session',
  access: 'public',
  body: z.object({ token: z.string().min(1).max(200), password: NewPassword, otp: OneTimeCode.optional() }),
  response: SignedIn,
  errors: ['not-found', 'one-time-code-required', 'locked-out'],
});

/** Whether the console still waits for its first administrator. */
export const setupState = route({
  method: 'GET',
  path: '/setup',
  summary: 'Whether the first administrator is still to be created',
  tag: 'session',
  access: 'public',
  response: z.object({ needed: z.boolean() }),
  errors: [],
});

export const setup = route({
  method: 'POST',
  path: '/setup',
  summary: 'Create the first administrator with the link that the start printed, and sign in',
  tag: 'session',
  access: 'public',
  body: z.object({
    token: z.string().min(1).max(200),
    username: pattern('username', 64).min(1),
    email: pattern('email', 254).min(1),
    firstname: text(0, 128).default(''),
    lastname: text(0, 128).default(''),
    language: Language.default('en'),
    timezone: TimeZone.default('UTC'),
    password: NewPassword,
  }),
  response: SignedIn,
  errors: ['not-found', 'locked-out'],
});
