// Required actions: what a user must do for their own account before they can use anything else.

/** `second-factor`: the role or account requires a second factor and the user has none. `password`: the password must be changed. */
export const REQUIRED_ACTIONS = ['second-factor', 'password'] as const;
export type RequiredAction = (typeof REQUIRED_ACTIONS)[number];

/** Method, path and tag of a route. */
interface RouteName {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
}

/** Routes that are allowed before the required action is done: the own account, without new API keys. */
export const isBeforeRequiredAction = ({ method, path, tag }: RouteName): boolean =>
  (path === '/logout' || path === '/user' || path.startsWith('/user/')) && (method === 'GET' || tag !== 'apikey');
