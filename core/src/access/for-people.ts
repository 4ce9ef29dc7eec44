// What only a person does, with a session of his own: an API key (or someone who acts in another's name) stays out.

/** A route's own method and path, `:id` for its parameters. */
interface RouteName {
  readonly method: string;
  readonly path: string;
}

const READS_OF_KEYS: ReadonlySet<string> = new Set(['GET /user']);

/** The own account (password, second factor, sessions, keys, the look), keys and roles: a leaked key must not make itself another. */
export const isForPeople = (route: RouteName): boolean => {
  if (READS_OF_KEYS.has(`${route.method} ${route.path}`)) return false;
  if (route.path === '/logout' || route.path === '/user' || route.path.startsWith('/user/')) return true;
  if (/^\/users\/:id\/(invite|two-factor|impersonate)$/.test(route.path)) return true;
  // A link that opens a wallboard without a sign-in is as good as a key.
  return route.method !== 'GET' && /^\/(apikeys(\/|$)|wallboards\/(:id\/)?links)/.test(route.path);
};
