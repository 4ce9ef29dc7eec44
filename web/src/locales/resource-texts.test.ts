// Forms and lists take their words by the contract's declarations, where the compiler cannot see the keys.
import { apikeys } from '@ringside/core/contract/apikeys.ts';
import { callcenters } from '@ringside/core/contract/callcenters.ts';
import { customers } from '@ringside/core/contract/customers.ts';
import { dids } from '@ringside/core/contract/dids.ts';
import { endpoints } from '@ringside/core/contract/endpoints.ts';
import { hours } from '@ringside/core/contract/hours.ts';
import { ivrs } from '@ringside/core/contract/ivrs.ts';
import { prompts } from '@ringside/core/contract/prompts.ts';
import { outboundRoutes } from '@ringside/core/contract/outboundroutes.ts';
import { plans } from '@ringside/core/contract/plans.ts';
import { queues } from '@ringside/core/contract/queues.ts';
import { ringGroups } from '@ringside/core/contract/ringgroups.ts';
import { roles } from '@ringside/core/contract/roles.ts';
import { subscribers } from '@ringside/core/contract/subscribers.ts';
import { trunks } from '@ringside/core/contract/trunks.ts';
import { users } from '@ringside/core/contract/users.ts';
import { wallboards } from '@ringside/core/contract/wallboards.ts';
import { LINK_PROBLEMS } from '@ringside/core/live/link.ts';
import { describe, expect, it } from 'vitest';
import type { CrudResource } from '../crud/crud-resource.ts';
import { LANGUAGES } from './language.ts';
import { readTree, type Tree } from './testing/read-texts.ts';

const at = (tree: Tree, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Tree | undefined)?.[key], tree);

const RESOURCES: readonly CrudResource[] = [
  apikeys,
  callcenters,
  customers,
  dids,
  hours,
  ivrs,
  prompts,
  outboundRoutes,
  ringGroups,
  trunks,
  endpoints,
  plans,
  queues,
  roles,
  subscribers,
  users,
  wallboards,
];

describe.each(RESOURCES.map((r) => [r.name, r] as const))('%s', (name, resource) => {
  const wanted = [
    ...['title', 'add', 'edit', 'description', 'empty', 'emptyHint'].map((w) => `words.${w}`),
    ...Object.keys(resource.fields).map((f) => `fields.${f}`),
    ...Object.values(resource.fields).flatMap((f) => (f?.section ? [`sections.${f.section}`] : [])),
    ...Object.entries(resource.fields).flatMap(([f, d]) =>
      d?.kind === 'select' ? d.options.map((o) => `options.${f}.${o}`) : [],
    ),
  ];
  it.each(LANGUAGES)('has its words in %s', (language) => {
    const tree = readTree(language, name);
    expect(wanted.filter((path) => typeof at(tree, path) !== 'string')).toEqual([]);
  });
});

describe('link problems', () => {
  it.each(LANGUAGES)('each has a title in %s that uses its own values only', (language) => {
    const tree = readTree(language, 'endpoint');
    const wrong = Object.entries(LINK_PROBLEMS).flatMap(([code, { params }]) => {
      const words = [at(tree, `problems.${code}.title`), at(tree, `problems.${code}.hint`)];
      if (typeof words[0] !== 'string') return [`${code}: no title`];
      const values = words.flatMap((w) => [...String(w ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]));
      return values.filter((v) => !(params as readonly string[]).includes(v ?? '')).map((v) => `${code}: ${v}`);
    });
    expect(wrong).toEqual([]);
  });
});
