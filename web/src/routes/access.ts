// Who may do what: people, roles, keys, rules, and the trails of it.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readListSearch } from '../crud/list-search.ts';
import { app, needs, texts } from './frame.tsx';

const users = createRoute({
  getParentRoute: () => app,
  path: '/users',
  ...needs('read', 'user'),
  validateSearch: readListSearch,
  ...texts('user'),
}).lazy(async () =>
  createLazyRoute('/app/users')({ component: (await import('../pages/users/UsersPage.tsx')).UsersPage }),
);

const user = createRoute({
  getParentRoute: () => app,
  path: '/users/$user',
  ...needs('read', 'user'),
  ...texts('user'),
}).lazy(async () =>
  createLazyRoute('/app/users/$user')({ component: (await import('../pages/users/UserPage.tsx')).UserPage }),
);

const apikeys = createRoute({
  getParentRoute: () => app,
  path: '/apikeys',
  ...needs('read', 'apikey'),
  validateSearch: readListSearch,
  ...texts('apikey', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/apikeys')({ component: (await import('../pages/apikeys/ApiKeysPage.tsx')).ApiKeysPage }),
);

const rolesRoute = createRoute({
  getParentRoute: () => app,
  path: '/roles',
  ...needs('read', 'role'),
  validateSearch: readListSearch,
  ...texts('role', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/roles')({ component: (await import('../pages/roles/RolesPage.tsx')).RolesPage }),
);

const addRole = createRoute({
  getParentRoute: () => app,
  path: '/roles/add',
  ...needs('create', 'role'),
  validateSearch: readListSearch,
  ...texts('role', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/roles/add')({ component: (await import('../pages/roles/RolesPage.tsx')).RolesPage }),
);

const role = createRoute({
  getParentRoute: () => app,
  path: '/roles/$role',
  ...needs('read', 'role'),
  validateSearch: readListSearch,
  ...texts('role', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/roles/$role')({ component: (await import('../pages/roles/RolesPage.tsx')).RolesPage }),
);

const permissionsRoute = createRoute({
  getParentRoute: () => app,
  path: '/permissions',
  ...needs('read', 'permission'),
  validateSearch: readListSearch,
  ...texts('permission'),
}).lazy(async () =>
  createLazyRoute('/app/permissions')({
    component: (await import('../pages/permissions/PermissionsPage.tsx')).PermissionsPage,
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
    component: (await import('../pages/permissions/PermissionsPage.tsx')).PermissionsPage,
  }),
);

const deletedRoute = createRoute({
  getParentRoute: () => app,
  path: '/deleted',
  ...needs('manage', 'all'),
  validateSearch: readListSearch,
  ...texts('deleted'),
}).lazy(async () =>
  createLazyRoute('/app/deleted')({ component: (await import('../pages/deleted/DeletedPage.tsx')).DeletedPage }),
);

const auditRoute = createRoute({
  getParentRoute: () => app,
  path: '/audit',
  ...needs('read', 'audit'),
  validateSearch: readListSearch,
  ...texts('audit'),
}).lazy(async () =>
  createLazyRoute('/app/audit')({ component: (await import('../pages/audit/AuditPage.tsx')).AuditPage }),
);

const aclRoute = createRoute({
  getParentRoute: () => app,
  path: '/acl',
  ...needs('read', 'acl'),
  validateSearch: readListSearch,
  ...texts('acl', 'permission'),
}).lazy(async () => createLazyRoute('/app/acl')({ component: (await import('../pages/acl/AclPage.tsx')).AclPage }));

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
