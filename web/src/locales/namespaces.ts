export const NAMESPACES = [
  'common',
  'shell',
  'search',
  'session',
  'home',
  'dashboard',
  'customer',
  'callcenter',
  'queue',
  'endpoint',
  'user',
  'profile',
  'apikey',
  'permission',
  'role',
  'audit',
] as const;
export type Namespace = (typeof NAMESPACES)[number];
