// What the contract filters by can be filtered by in the page, or is left out here by name.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { acl } from '@ringside/core/contract/acl.ts';
import { apikeys } from '@ringside/core/contract/apikeys.ts';
import { callcenters } from '@ringside/core/contract/callcenters.ts';
import { customers } from '@ringside/core/contract/customers.ts';
import { dids } from '@ringside/core/contract/dids.ts';
import { endpoints } from '@ringside/core/contract/endpoints.ts';
import { hours } from '@ringside/core/contract/hours.ts';
import { ivrs } from '@ringside/core/contract/ivrs.ts';
import { outboundRoutes } from '@ringside/core/contract/outboundroutes.ts';
import { permissions } from '@ringside/core/contract/permissions.ts';
import { plans } from '@ringside/core/contract/plans.ts';
import { prompts } from '@ringside/core/contract/prompts.ts';
import { queues } from '@ringside/core/contract/queues.ts';
import { ringGroups } from '@ringside/core/contract/ringgroups.ts';
import { roles } from '@ringside/core/contract/roles.ts';
import { subscribers } from '@ringside/core/contract/subscribers.ts';
import { trunks } from '@ringside/core/contract/trunks.ts';
import { users } from '@ringside/core/contract/users.ts';
import { wallboards } from '@ringside/core/contract/wallboards.ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../locales/language.ts';
import { readTexts } from '../locales/testing/read-texts.ts';
import { trail } from '../pages/audit/trail.ts';
import type { CrudResource } from './crud-resource.ts';
import { filterOf, moreFilters } from './list-filters.ts';

const page = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../pages/${path}.tsx`, import.meta.url)), 'utf8');

/** Each list with the sources that say its own filters. */
const LISTS: readonly (readonly [CrudResource, ...string[]])[] = [
  [acl, 'acl/AclPage'],
  [apikeys, 'apikeys/ApiKeysPage'],
  [callcenters, 'callcenters/CallcentersPage'],
  [customers, 'customers/CustomersPage'],
  [dids, 'dids/DidsPage'],
  [endpoints, 'endpoints/EndpointsPage'],
  [hours, 'hours/HoursPage'],
  [ivrs, 'ivrs/IvrsPage'],
  [outboundRoutes, 'outboundroutes/OutboundRoutesPage'],
  [permissions, 'permissions/PermissionsPage'],
  [plans, 'plans/PlansPage'],
  [prompts, 'prompts/PromptsPage'],
  [queues, 'queues/QueuesPage'],
  [ringGroups, 'ringgroups/RingGroupsPage'],
  [roles, 'roles/RolesPage'],
  [subscribers, 'subscribers/SubscribersPage'],
  [trunks, 'trunks/TrunksPage'],
  [trail, 'audit/AuditPage'],
  [users, 'users/UsersPage'],
  [wallboards, 'wallboards/WallboardsPage'],
];

/** For programs that know the whole text; a person finds the same by the search box. */
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
  // By the page's periods; one record's own entries are asked for by programs alone.
  audit: ['from', 'to', 'resourceId'],
  // The page asks for its names with a hook of its own.
  user: ['role'],
};

const everything = { can: () => true, seesCustomers: true };

describe.each(LISTS.map(([r, file = '']) => [r.name, r, file] as const))('%s', (name, resource, file) => {
  it('offers every filter of its contract, or leaves it out on purpose', () => {
    const more = moreFilters(resource, [], everything).map((filter) => filter.field);
    const left = [...(FOUND_BY_SEARCH[name] ?? []), ...(ELSEWHERE[name] ?? [])];
    const source = page(file);
    const missing = resource.filters.filter(
      (field) => !more.includes(field) && !left.includes(field) && !source.includes(`field: '${field}'`),
    );
    expect(missing).toEqual([]);
    // Nothing stands in a list above that is no filter any more, or has become one that is offered.
    expect(left.filter((field) => !resource.filters.includes(field) || filterOf(resource, field))).toEqual([]);
  });

  it.each(LANGUAGES)('names each of them in %s', (language) => {
    const texts = readTexts(language, name);
    const offered = moreFilters(resource, [], everything);
    expect(offered.filter(({ field }) => !texts.has(`fields.${field}`)).map(({ field }) => field)).toEqual([]);
    // Areas are worded by the page, from the permissions' own texts.
    const choices = offered.flatMap((f) =>
      f.kind === 'select' && f.field !== 'resource' ? f.options.map((o) => `options.${f.field}.${o}`) : [],
    );
    expect(choices.filter((key) => !texts.has(key))).toEqual([]);
  });
});

it('offers nobody what he may not look up', () => {
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
