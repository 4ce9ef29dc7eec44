// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, NullableJson, RequiredJson, Stamped, Timestamp } from './columns.ts';

/** A role: built in, or made by the platform or by one customer. */
interface RolesTable extends Stamped {
  id: string;
  /** null: a role of the platform, offered to every customer. */
  customerId: string | null;
  name: string;
  description: Generated<string>;
  builtIn: Generated<boolean>;
  /** Rank. Users give only roles below or at their own. */
  level: number;
  /** How far the role sees: the platform, a customer, the call centers of the user, or the user alone. */
  reach: 'platform' | 'subtree' | 'customer' | 'team' | 'own';
  /** Whether users of the platform or of customers may hold the role. */
  holders: 'platform' | 'customer' | 'either';
  requireTwoFactor: Generated<boolean>;
  /** null: the setting of the console. */
  sessionIdleMinutes: number | null;
  /** First page after sign-in. */
  landing: Generated<ColumnTypes['roles.landing']>;
  /** Per resource: a smaller reach and masked fields. [{resource, reach, masks}]. */
  narrowed: Json<ColumnTypes['roles.narrowed']>;
  /** Ids of the roles that may give this role. []: every role of sufficient level. */
  assignableBy: Json<ColumnTypes['roles.assignableBy']>;
}

/** What a role may do: an action on a resource. */
interface RoleAbilitiesTable {
  roleId: string;
  action: ColumnTypes['roleAbilities.action'];
  resource: ColumnTypes['roleAbilities.resource'];
}

/** Named bundles of actions on a resource. The console writes the built-in ones at start. */
interface PermissionsTable extends Stamped {
  id: string;
  key: string;
  resource: ColumnTypes['permissions.resource'];
  actions: RequiredJson<ColumnTypes['permissions.actions']>;
  description: Generated<string>;
  builtIn: Generated<boolean>;
}

/** A person who signs in, or was invited to. */
interface UsersTable extends Stamped {
  id: string;
  /** null: staff of the platform. */
  customerId: string | null;
  username: string;
  email: string;
  firstname: Generated<string>;
  lastname: Generated<string>;
  phone: Generated<string>;
  roleId: string;
  status: Generated<'invited' | 'active' | 'disabled'>;
  language: Generated<string>;
  timezone: Generated<string>;
  theme: Json<ColumnTypes['users.theme']>;
  /** First page after sign-in. `role`: the role's. */
  landing: Generated<string>;
  passwordHash: string | null;
  passwordChangedAt: Timestamp | null;
  /** The user has to choose a new password at the next sign-in. */
  mustRenew: Generated<boolean>;
  requireTwoFactor: Generated<boolean>;
  /** The account ends then. null: never. */
  expiresAt: Timestamp | null;
  /** Concurrent sessions. null: no limit. */
  sessionLimit: number | null;
  lastLoginAt: Timestamp | null;
  lastLoginIp: Generated<string>;
  /** Who last sent a link to choose a password. */
  invitedBy: Generated<string>;
  /** API key that created the user. Revoking the key disables the user. */
  viaKeyId: string | null;
  /** Name of that key, kept after the key is deleted. */
  viaKeyName: Generated<string>;
  /** Text that lists search in, lower case. */
  search: GeneratedAlways<string | null>;
}

/** Call centers that a user with the reach `team` sees. */
interface UserCallcentersTable {
  userId: string;
  customerId: string;
  callcenterId: string;
}

/** Sessions of signed-in users. */
interface SessionsTable {
  id: string;
  userId: string;
  /** SHA-256 of the token in the cookie. */
  tokenHash: string;
  ip: string;
  userAgent: string;
  createdAt: MadeTimestamp;
  lastSeenAt: MadeTimestamp;
  expiresAt: Timestamp;
  /** The user of the platform's support who opened the session on behalf of the user. */
  actedBy: string | null;
}

/** Links to set up the console, to choose a password or to reset it. */
interface OneTimeLinksTable {
  id: string;
  kind: 'setup' | 'password' | 'reset';
  userId: string | null;
  /** SHA-256 of the token in the link. */
  tokenHash: string;
  createdAt: MadeTimestamp;
  expiresAt: Timestamp;
}

/** Failed sign-ins and the resulting lock. */
interface LoginFailuresTable {
  /** The user name, address or pair that is locked. */
  key: string;
  failures: number;
  /** How often it was locked in a row. Each lock lasts longer than the one before. */
  stage: Generated<number>;
  firstAt: Timestamp;
  lockedUntil: Timestamp | null;
}

/** Networks from which a user signed in before. Failed sign-ins from other networks do not lock the user out of these. */
interface KnownNetworksTable {
  username: string;
  network: string;
  seenAt: MadeTimestamp;
}

/** Where each user signed in. A sign-in from a new place sends a notification. */
interface SignInPlacesTable {
  userId: string;
  /** IPv4 /24 or IPv6 /48. */
  network: string;
  /** Browser and operating system. */
  device: string;
  lastAt: Timestamp;
}

/** Second factor (TOTP) of a user. */
interface TwoFactorTable {
  userId: string;
  /** Encrypted with the secret key (`platform/db/secrets`). */
  seed: string;
  /** Newest 30-second step whose code was used: a code counts once. */
  lastStep: Generated<number>;
  startedAt: Timestamp;
  /** null: not confirmed with a first code yet. */
  enabledAt: Timestamp | null;
}

/** One-time codes that replace the second factor. */
interface RecoveryCodesTable {
  userId: string;
  codeHash: string;
}

/** Passkeys of a user (WebAuthn). */
interface PasskeysTable {
  id: string;
  userId: string;
  /** base64url. */
  credentialId: string;
  /** COSE. */
  publicKey: Uint8Array;
  /** Signature counter. A copy of the key would fall behind. */
  counter: number;
  transports: Json<ColumnTypes['passkeys.transports']>;
  /** Host name that the passkey was made for. It works for no other. */
  rpId: string;
  /** Whether the device backs the passkey up. */
  synced: boolean;
  name: string;
  device: string;
  createdAt: Timestamp;
  lastUsedAt: Timestamp | null;
}

/** Open WebAuthn challenges. */
interface PasskeyChallengesTable {
  challengeHash: string;
  /** SHA-256 of the session (registration) or of the attempt (sign-in) that has to send the answer. */
  boundTo: string;
  address: string;
  expiresAt: Timestamp;
}

/** Pictures of users. */
interface AvatarsTable {
  userId: string;
  /** Part of the address of the picture. It changes with the picture, so browsers may cache it forever. */
  key: string;
  contentType: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
  createdAt: MadeTimestamp;
}

/** Columns and row height that a user chose for a list. */
interface ListViewsTable {
  userId: string;
  list: string;
  columns: NullableJson<ColumnTypes['listViews.columns']>;
  density: 'comfortable' | 'compact';
}

/** API keys. Only the SHA-256 of a key is stored. Keys are deleted with their owner. */
interface ApiKeysTable extends Stamped {
  id: string;
  /** null: a key of the platform. */
  customerId: string | null;
  ownerUserId: string;
  name: string;
  /** First characters of the key, to recognise it. */
  prefix: string;
  secretHash: string;
  last4: string;
  /** Abilities. They never exceed those of the owner. */
  scopes: Json<ColumnTypes['apiKeys.scopes']>;
  /** Networks that may use the key. []: any. */
  cidrs: Json<ColumnTypes['apiKeys.cidrs']>;
  rateLimitPerMinute: Generated<number>;
  status: Generated<'active' | 'revoked'>;
  expiresAt: Timestamp | null;
  lastUsedAt: Timestamp | null;
  lastUsedIp: Generated<string>;
  useCount: Generated<number>;
  revokedBy: Generated<string>;
  revokedReason: Generated<string>;
  /** The key that this one replaced. */
  rotatedFrom: string | null;
  /** API key that created this one. Revoking that key revokes this one. */
  viaKeyId: string | null;
  createdBy: string;
}

/** Access rules: exceptions to roles (`access`), allowed networks (`network`) and dialled numbers (`dial`). */
interface AclRulesTable extends Stamped {
  id: string;
  /** null: a rule of the platform, which applies to every customer. */
  customerId: string | null;
  kind: 'access' | 'network' | 'dial';
  name: string;
  description: Generated<string>;
  enabled: Generated<boolean>;
  priority: number;
  subjectType: 'everyone' | 'role' | 'user' | 'apikey' | 'customer' | 'subscriber';
  /** The role, user, key, customer or subscriber that the rule is about. */
  subjectId: string | null;
  effect: 'allow' | 'deny';
  resource: ColumnTypes['aclRules.resource'] | null;
  actions: Json<ColumnTypes['aclRules.actions']>;
  /** Narrow the rule to these customers, call centers, queues and servers. []: all. */
  customerIds: Json<ColumnTypes['aclRules.customerIds']>;
  callcenterIds: Json<ColumnTypes['aclRules.callcenterIds']>;
  queueIds: Json<ColumnTypes['aclRules.queueIds']>;
  serverIds: Json<ColumnTypes['aclRules.serverIds']>;
  /** The rule is about the user's own rows only. */
  ownOnly: Generated<boolean>;
  /** The rule is about everything except those. */
  allBut: Generated<boolean>;
  /** Fields that the rule hides. */
  fieldMask: Json<ColumnTypes['aclRules.fieldMask']>;
  cidrs: Json<ColumnTypes['aclRules.cidrs']>;
  prefixes: Json<ColumnTypes['aclRules.prefixes']>;
  validFrom: Timestamp | null;
  validUntil: Timestamp | null;
  /** When in the week the rule applies. null: always. */
  timeWindow: NullableJson<ColumnTypes['aclRules.timeWindow']>;
  /** Level of the author. Only users of that level or above may loosen the rule. 1000: any. */
  authorLevel: Generated<number>;
  /** API key that created the rule. */
  viaKeyId: string | null;
  /** How often the rule decided. */
  hitCount: Generated<number>;
  lastHitAt: Timestamp | null;
}

/** Last entry of the audit chain. Its row lock orders the writers. */
interface AuditHeadTable {
  /** Keeps the table at one row. */
  single: Generated<boolean>;
  seq: number;
  hash: string;
}

/** Audit trail, append-only. Each entry contains the hash of the entry before, so a changed, missing or inserted entry shows. No foreign keys: an entry outlives what it is about. */
interface AuditTable {
  id: string;
  at: MadeTimestamp;
  customerId: string | null;
  userId: string | null;
  username: string;
  /** User of the support who acted on behalf of `username`. */
  actedBy: string | null;
  action: string;
  resource: string;
  resourceId: string | null;
  resourceName: Generated<string>;
  /** Changed fields before and after. */
  before: NullableJson<ColumnTypes['audit.before']>;
  after: NullableJson<ColumnTypes['audit.after']>;
  ip: Generated<string>;
  userAgent: Generated<string>;
  /** Text that the list searches in, lower case. */
  search: GeneratedAlways<string | null>;
  /** Position in the chain. */
  seq: Generated<number>;
  prevHash: Generated<string>;
  /** SHA-256 of this entry and `prev_hash`, hexadecimal. */
  hash: Generated<string>;
}

export interface AccessTables {
  roles: RolesTable;
  roleAbilities: RoleAbilitiesTable;
  permissions: PermissionsTable;
  users: UsersTable;
  userCallcenters: UserCallcentersTable;
  sessions: SessionsTable;
  oneTimeLinks: OneTimeLinksTable;
  loginFailures: LoginFailuresTable;
  knownNetworks: KnownNetworksTable;
  signInPlaces: SignInPlacesTable;
  twoFactor: TwoFactorTable;
  recoveryCodes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkeyChallenges: PasskeyChallengesTable;
  avatars: AvatarsTable;
  listViews: ListViewsTable;
  apiKeys: ApiKeysTable;
  aclRules: AclRulesTable;
  auditHead: AuditHeadTable;
  audit: AuditTable;
}
