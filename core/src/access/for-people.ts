// Actions that require a user's own session. API keys and impersonating users are refused.
import { outlivesKeys } from './key-lineage.ts';

/** Method and path of a route, with `:id` for its parameters. */
interface RouteName {
  readonly method: string;
  readonly path: string;
}

const READS_OF_KEYS: ReadonlySet<string> = new Set(['GET /user']);

/**
 * The user's own account (password, second factor, sessions, keys, appearance), keys and roles, so that a leaked key cannot create another.
 */
export const isForPeople = (route: RouteName): boolean => {
  if (READS_OF_KEYS.has(`${route.method} ${route.path}`)) return false;
  if (route.path === '/logout' || route.path === '/user' || route.path.startsWith('/user/')) return true;
  if (/^\/users\/:id\/(invite|two-factor|impersonate)$/.test(route.path) || outlivesKeys(route)) return true;
  // A link that opens a wallboard without sign-in is equivalent to a key.
  return route.method !== 'GET' && /^\/(apikeys(\/|$)|wallboards\/(:id\/)?links)/.test(route.path);
};
