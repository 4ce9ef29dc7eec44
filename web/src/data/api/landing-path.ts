import { queryClient } from './query-client.ts';
import { type SessionUser, userQuery } from './session.ts';

const PATHS: Readonly<Record<SessionUser['landing'], string>> = {
  home: '/',
  dashboard: '/dashboard',
  agent: '/agent',
  wallboard: '/wallboard',
  cdr: '/reports/cdr',
  queues: '/queues',
  customers: '/customers',
  billing: '/customers/reports/billing',
};

/** Returns the first page after sign-in. */
export const landingPath = (): string => PATHS[queryClient.getQueryData(userQuery.queryKey)?.landing ?? 'home'];
