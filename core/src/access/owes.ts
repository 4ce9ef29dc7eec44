// What somebody has to do for his own account before anything else opens to him.

/** `second-factor`: his role or his account asks for one and he has none. `password`: to be changed. */
export const OWES = ['second-factor', 'password'] as const;
export type Owes = (typeof OWES)[number];

/** A route's own method, path and tag. */
interface RouteName {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
}

/** What stays open meanwhile: the own account, without new keys. */
export const maySettle = ({ method, path, tag }: RouteName): boolean =>
  (path === '/logout' || path === '/user' || path.startsWith('/user/')) && (method === 'GET' || tag !== 'apikey');
