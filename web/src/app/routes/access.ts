// Routes of users, roles, API keys, access rules and their audit trails.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readListSearch } from '../../data/list/list-search.ts';
import { ListChecks, ScrollText, ShieldCheck, UserCheck, Users } from 'lucide-react';
import { type NavigationLink, nounLink } from '../navigation/navigation-link.ts';
import { app, needs, texts } from './frame.ts';

const users = createRoute({
  getParentRoute: () => app,
  path: '/users',
  ...needs('read', 'user'),
  validateSearch: readListSearch,
  ...texts('user'),
}).lazy(async () =>
  createLazyRoute('/app/users')({ component: (await import('../../access/user/UsersPage.tsx')).UsersPage }),
);

const user = createRoute({
  getParentRoute: () => app,
  path: '/users/$user',
  ...needs('read', 'user'),
  ...texts('user'),
}).lazy(async () =>
  createLazyRoute('/app/users/$user')({ component: (await import('../../access/user/UserPage.tsx')).UserPage }),
);

const apikeys = createRoute({
  getParentRoute: () => app,
  path: '/apikeys',
  ...needs('read', 'apikey'),
  validateSearch: readListSearch,
  ...texts('apikey', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/apikeys')({ component: (await import('../../access/api-key/ApiKeysPage.tsx')).ApiKeysPage }),
);

const rolesRoute = createRoute({
  getParentRoute: () => app,
  path: '/roles',
  ...needs('read', 'role'),
  validateSearch: readListSearch,
  ...texts('role', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/roles')({ component: (await import('../../access/role/RolesPage.tsx')).RolesPage }),
);

const addRole = createRoute({
  getParentRoute: () => app,
  path: '/roles/add',
  ...needs('create', 'role'),
  validateSearch: readListSearch,
  ...texts('role', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/roles/add')({ component: (await import('../../access/role/RolesPage.tsx')).RolesPage }),
);

const role = createRoute({
  getParentRoute: () => app,
  path: '/roles/$role',
  ...needs('read', 'role'),
  validateSearch: readListSearch,
  ...texts('role', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/roles/$role')({ component: (await import('../../access/role/RolesPage.tsx')).RolesPage }),
);

const permissionsRoute = createRoute({
  getParentRoute: () => app,
  path: '/permissions',
  ...needs('read', 'permission'),
  validateSearch: readListSearch,
  ...texts('permission'),
}).lazy(async () =>
  createLazyRoute('/app/permissions')({
    component: (await import('../../access/permission/PermissionsPage.tsx')).PermissionsPage,
  }),
);

const addPermission = createRoute({
  getParentRoute: () => app,
  path: '/permissions/add',
  ...needs('create', 'permission'),
  validateSearch: readListSearch,
  ...texts('permission'),
}).lazy(async () =>
  createLazyRoute('/app/permissions/add')({
    component: (await import('../../access/permission/PermissionsPage.tsx')).PermissionsPage,
  }),
);

const deletedRoute = createRoute({
  getParentRoute: () => app,
  path: '/deleted',
  ...needs('manage', 'all'),
  validateSearch: readListSearch,
  ...texts('deleted', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/deleted')({ component: (await import('../../system/deleted/DeletedPage.tsx')).DeletedPage }),
);

const auditRoute = createRoute({
  getParentRoute: () => app,
  path: '/audit',
  ...needs('read', 'audit'),
  validateSearch: readListSearch,
  ...texts('audit', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/audit')({ component: (await import('../../access/audit/AuditPage.tsx')).AuditPage }),
);

const aclRoute = createRoute({
  getParentRoute: () => app,
  path: '/acl',
  ...needs('read', 'acl'),
  validateSearch: readListSearch,
  ...texts('acl', 'permission'),
}).lazy(async () => createLazyRoute('/app/acl')({ component: (await import('../../access/acl/AclPage.tsx')).AclPage }));

/** The pages of the menu group “Users”, in order. */
export const peopleLinks: readonly NavigationLink[] = [
  nounLink('user', '/users', Users),
  nounLink('permission', '/permissions', ListChecks),
  nounLink('role', '/roles', UserCheck),
  nounLink('acl', '/acl', ShieldCheck),
  { key: 'audit', texts: 'audit', to: '/audit', icon: ScrollText, access: ['read', 'audit'] },
];

export const accessRoutes = [
  users,
  user,
  apikeys,
  rolesRoute,
  addRole,
  role,
  permissionsRoute,
  addPermission,
  deletedRoute,
  auditRoute,
  aclRoute,
] as const;
