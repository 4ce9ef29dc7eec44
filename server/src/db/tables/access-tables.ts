// Who may what: users, roles, rules, keys, sessions, ways to sign in.
import type { ColumnType, Generated } from 'kysely';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import type { TimeWindow } from '@ringside/core/access/time-window.ts';
import type { Json, MadeTimestamp, Stamped, Timestamp } from './columns.ts';

interface RolesTable extends Stamped {
  id: string;
  customerId: string | null;
  name: string;
  description: string;
  builtIn: boolean;
  reach: string;
  holders: string;
  level: number;
  requireTwoFactor: Generated<boolean>;
  sessionIdleMinutes: Generated<number | null>;
  landing: Generated<string>;
  /** How far it reaches for one resource, and what it withholds of it. */
  narrowed: Json<Narrowing[]>;
  /** Ids of roles whose holders may give it; empty: whoever stands high enough. */
  assignableBy: Json<string[]>;
}

interface RoleAbilitiesTable {
  roleId: string;
  action: string;
  resource: string;
}

interface PermissionsTable extends Stamped {
  id: string;
  key: string;
  resource: string;
  actions: Json<string[]>;
  description: string;
  builtIn: boolean;
}

interface UsersTable extends Stamped {
  /** Made by the database. */
  search: ColumnType<string, never, never>;
  id: string;
  customerId: string | null;
  username: string;
  email: string;
  firstname: string;
  lastname: string;
  roleId: string;
  language: string;
  timezone: string;
  theme: Json<Record<string, string | number | boolean | null>>;
  status: string;
  passwordHash: string | null;
  passwordChangedAt: Timestamp | null;
  lastLoginAt: Timestamp | null;
  lastLoginIp: Generated<string>;
  invitedBy: Generated<string>;
  phone: Generated<string>;
  requireTwoFactor: Generated<boolean>;
  mustRenew: Generated<boolean>;
  expiresAt: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sessionLimit: Generated<number | null>;
  landing: Generated<string>;
}

interface UserCallcentersTable {
  userId: string;
  customerId: string;
  callcenterId: string;
}

interface AclRulesTable extends Stamped {
  id: string;
  customerId: string | null;
  kind: string;
  name: string;
  description: string;
  enabled: boolean;
  priority: number;
  subjectType: string;
  subjectId: string | null;
  effect: string;
  resource: string | null;
  actions: Json<string[]>;
  cidrs: Json<string[]>;
  prefixes: Json<string[]>;
  validFrom: Timestamp | null;
  validUntil: Timestamp | null;
  customerIds: Json<string[]>;
  callcenterIds: Json<string[]>;
  queueIds: Json<string[]>;
  serverIds: Json<number[]>;
  ownOnly: Generated<boolean>;
  allBut: Generated<boolean>;
  timeWindow: ColumnType<TimeWindow | null, string | null | undefined, string | null>;
  fieldMask: Json<string[]>;
  hitCount: Generated<number>;
  lastHitAt: ColumnType<Date | null, never, never>;
}

interface ApiKeysTable extends Stamped {
  id: string;
  customerId: string | null;
  ownerUserId: string;
  name: string;
  prefix: string;
  /** SHA-256 of the key's text, hex. */
  secretHash: string;
  last4: string;
  scopes: Json<string[]>;
  cidrs: Json<string[]>;
  rateLimitPerMinute: number;
  status: Generated<string>;
  expiresAt: Timestamp | null;
  lastUsedAt: Timestamp | null;
  lastUsedIp: Generated<string>;
  useCount: Generated<number>;
  createdBy: string;
  revokedBy: Generated<string>;
  revokedReason: Generated<string>;
  rotatedFrom: string | null;
}

interface SessionsTable {
  id: string;
  userId: string;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  ip: string;
  userAgent: string;
  /** Somebody of the support who acts in the user's name. */
  actedBy: Generated<string | null>;
  createdAt: MadeTimestamp;
  lastSeenAt: MadeTimestamp;
  expiresAt: Timestamp;
}

interface OneTimeLinksTable {
  id: string;
  kind: string;
  userId: string | null;
  tokenHash: string;
  createdAt: MadeTimestamp;
  expiresAt: Timestamp;
}

interface TwoFactorTable {
  userId: string;
  /** Base32, sealed (`secrets.ts`). */
  seed: string;
  lastStep: Generated<number>;
  startedAt: Timestamp;
  enabledAt: Timestamp | null;
}

interface RecoveryCodesTable {
  userId: string;
  /** argon2id; the codes of one user share their salt, so that one computation finds which it is. */
  codeHash: string;
}

interface PasskeysTable {
  id: string;
  userId: string;
  /** Base64url, as the device gave it. */
  credentialId: string;
  /** COSE. */
  publicKey: Uint8Array;
  counter: number;
  transports: Json<string[]>;
  rpId: string;
  synced: boolean;
  name: string;
  device: string;
  createdAt: Timestamp;
  lastUsedAt: Timestamp | null;
}

interface PasskeyChallengesTable {
  challengeHash: string;
  boundTo: string;
  address: string;
  expiresAt: Timestamp;
}

interface SignInPlacesTable {
  userId: string;
  network: string;
  device: string;
  lastAt: Timestamp;
}

interface LoginFailuresTable {
  key: string;
  failures: number;
  stage: number;
  firstAt: Timestamp;
  lockedUntil: Timestamp | null;
}

interface AvatarsTable {
  userId: string;
  key: string;
  contentType: string;
  bytes: Uint8Array;
  createdAt: MadeTimestamp;
}

export interface AccessTables {
  roles: RolesTable;
  roleAbilities: RoleAbilitiesTable;
  permissions: PermissionsTable;
  users: UsersTable;
  userCallcenters: UserCallcentersTable;
  aclRules: AclRulesTable;
  apiKeys: ApiKeysTable;
  sessions: SessionsTable;
  oneTimeLinks: OneTimeLinksTable;
  twoFactor: TwoFactorTable;
  recoveryCodes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkeyChallenges: PasskeyChallengesTable;
  signInPlaces: SignInPlacesTable;
  loginFailures: LoginFailuresTable;
  avatars: AvatarsTable;
}
