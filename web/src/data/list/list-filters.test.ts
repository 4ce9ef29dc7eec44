// Checks that the page offers every filter of the contract, or lists it here as an exception.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { acl } from '@ringside/core/contract/access/acl.ts';
import { apikeys } from '@ringside/core/contract/access/api-key.ts';
import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import { customers } from '@ringside/core/contract/customers/customer.ts';
import { dids } from '@ringside/core/contract/routing/did.ts';
import { endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import { hours } from '@ringside/core/contract/routing/hours.ts';
import { ivrs } from '@ringside/core/contract/routing/ivr.ts';
import { outboundRoutes } from '@ringside/core/contract/routing/outbound-route.ts';
import { permissions } from '@ringside/core/contract/access/permission.ts';
import { plans } from '@ringside/core/contract/billing/plan.ts';
import { prompts } from '@ringside/core/contract/routing/prompt.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import { ringGroups } from '@ringside/core/contract/routing/ring-group.ts';
import { roles } from '@ringside/core/contract/access/role.ts';
import { subscribers } from '@ringside/core/contract/subscribers/subscriber.ts';
import { trunks } from '@ringside/core/contract/routing/trunk.ts';
import { users } from '@ringside/core/contract/access/user.ts';
import { wallboards } from '@ringside/core/contract/boards/wallboard.ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../locales/language.ts';
import { readTexts } from '../../locales/testing/read-texts.ts';
import { trail } from '../../access/audit/AuditPage.tsx';
import type { CrudResource } from './crud-resource.ts';
import { filterOf, moreFilters } from './list-filters.ts';

const page = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}.tsx`, import.meta.url)), 'utf8');

/** Each list with the source files that define its own filters. */
const LISTS: readonly (readonly [CrudResource, ...string[]])[] = [
  [acl, 'access/acl/AclPage'],
  [apikeys, 'access/api-key/ApiKeysPage'],
  [callcenters, 'queues/call-center/CallcentersPage'],
  [customers, 'customers/customer/CustomersPage'],
  [dids, 'routing/did/DidsPage'],
  [endpoints, 'pbx/endpoint/EndpointsPage'],
  [hours, 'routing/hours/HoursPage'],
  [ivrs, 'routing/ivr/IvrsPage'],
  [outboundRoutes, 'routing/outbound-route/OutboundRoutesPage'],
  [permissions, 'access/permission/PermissionsPage'],
  [plans, 'billing/plan/PlansPage'],
  [prompts, 'routing/prompt/PromptsPage'],
  [queues, 'queues/queue/QueuesPage'],
  [ringGroups, 'routing/ring-group/RingGroupsPage'],
  [roles, 'access/role/RolesPage'],
  [subscribers, 'subscribers/subscriber/SubscribersPage'],
  [trunks, 'routing/trunk/TrunksPage'],
  [trail, 'access/audit/AuditPage'],
  [users, 'access/user/UsersPage'],
  [wallboards, 'boards/wallboard/WallboardsPage'],
];

/** Exact-match filters for API clients. The search box covers them on the page. */
const FOUND_BY_SEARCH: Readonly<Record<string, readonly string[]>> = {
  apikey: ['name'],
  callcenter: ['code'],
  customer: ['code', 'externalId'],
  did: ['number'],
  endpoint: ['region', 'name'],
  permission: ['key'],
  queue: ['name'],
  role: ['name'],
  subscriber: ['extension'],
  trunk: ['code'],
  user: ['username', 'email'],
};

const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  // The page sets its period itself. Only API clients filter by one record's id.
  audit: ['from', 'to', 'resourceId'],
  // The page loads the role names with its own hook. Revoking a key loads the users created with it.
  user: ['role', 'viaKeyId'],
};

const everything = { can: () => true, seesCustomers: true };

describe.each(LISTS.map(([r, file = '']) => [r.name, r, file] as const))('%s', (name, resource, file) => {
  it('offers every filter of its contract, or lists it as an exception', () => {
    const more = moreFilters(resource, [], everything).map((filter) => filter.field);
    const left = [...(FOUND_BY_SEARCH[name] ?? []), ...(ELSEWHERE[name] ?? [])];
    const source = page(file);
    const missing = resource.filters.filter(
      (field) => !more.includes(field) && !left.includes(field) && !source.includes(`field: '${field}'`),
    );
    expect(missing).toEqual([]);
    // Every exception must be a filter of the contract that is not offered.
    expect(left.filter((field) => !resource.filters.includes(field) || filterOf(resource, field))).toEqual([]);
  });

  it.each(LANGUAGES)('has labels for all filters in %s', (language) => {
    const texts = readTexts(language, name);
    const offered = moreFilters(resource, [], everything);
    expect(offered.filter(({ field }) => !texts.has(`fields.${field}`)).map(({ field }) => field)).toEqual([]);
    // The page takes the labels of areas from the permission texts.
    const choices = offered.flatMap((f) =>
      f.kind === 'select' && f.field !== 'resource' ? f.options.map((o) => `options.${f.field}.${o}`) : [],
    );
    expect(choices.filter((key) => !texts.has(key))).toEqual([]);
  });
});

it('does not offer filters for resources that the user cannot read', () => {
  const few = { can: () => false, seesCustomers: false };
  expect(moreFilters(subscribers, [], few).map((f) => f.field)).not.toContain('customerId');
  expect(moreFilters(subscribers, [], few).map((f) => f.kind)).not.toContain('ref');
  const own = { can: () => true, seesCustomers: false };
  expect(moreFilters(subscribers, [], own).map((f) => f.field)).not.toContain('customerId');
  expect(moreFilters(users, ['twoFactor'], own).map((f) => f.field)).toEqual([
    'status',
    'requireTwoFactor',
    'mustRenew',
  ]);
});
