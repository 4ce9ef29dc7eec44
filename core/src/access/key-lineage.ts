// Limits API keys, and the accounts that they created, to changes that end when the key is revoked. Otherwise a stolen key could give
// somebody a way to sign in, or more rights, that remains afterwards.

/** Method and path of a route, with `:id` for its parameters. */
interface RouteName {
  readonly method: string;
  readonly path: string;
}

/** Tells whether the effect of a route remains after the key is revoked: roles, permissions, impersonation, restored rows. */
export const outlivesKeys = ({ method, path }: RouteName): boolean =>
  method !== 'GET' && /^\/((roles|permissions)(\/|$)|users\/:id\/impersonate$|deleted\/:id\/restore$)/.test(path);

/** Tells whether a route checks which rows end with the key: accounts, keys and access rules. */
export const checksKeyLineage = ({ method, path }: RouteName): boolean =>
  method !== 'GET' && /^\/(users|apikeys|acl)(\/:id(\/(invite|two-factor|rotate|revoke))?|\/import)?$/.test(path);

type Values = Readonly<Record<string, unknown>>;

/** Fields that neither affect sign-in nor rights. */
const PERSONAL: ReadonlySet<string> = new Set(['firstname', 'lastname', 'phone', 'language', 'timezone', 'landing']);

/** Values that only restrict an account. */
const RESTRICTING: Values = { status: 'disabled', requireTwoFactor: true, mustRenew: true };

/** Call centers have no order. */
const textOf = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

const differs = (before: Values, changes: Values, field: string): boolean =>
  changes[field] !== undefined && textOf(changes[field]) !== textOf(before[field]);

/** The key or account that makes a change. */
interface Author {
  /** The account ends with the author's key. */
  readonly endsWithKey: boolean;
  /** The author is an API key that only some networks may use. */
  readonly onlyFromNetworks: boolean;
}

/**
 * Returns the fields that an API key, or an account that a key created, cannot change. Unchanged values are allowed, so that a program can
 * send the whole account.
 */
export const keyRefusedFields = (before: Values, changes: Values, author: Author): string[] => {
  const changed = Object.keys(changes).filter((field) => differs(before, changes, field));
  // Only users outside the key's lineage can release an account from it.
  if (!author.endsWithKey)
    return changed.filter((field) => !PERSONAL.has(field) && changes[field] !== RESTRICTING[field]);
  // The mailbox receives reset links, which work from any network.
  return changed.filter((field) => field === 'viaKeyId' || (field === 'email' && author.onlyFromNetworks));
};
