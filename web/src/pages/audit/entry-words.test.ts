// Nobody reads `ringTimeoutSec` in the trail: every field that a record may have, and every fact told beside, has words.
import { acl } from '@ringside/core/contract/acl.ts';
import { apikeys } from '@ringside/core/contract/apikeys.ts';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@ringside/core/contract/audit-actions.ts';
import { AUDIT_FACTS, auditedFields } from '@ringside/core/contract/audit-facts.ts';
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
import type { CrudResource } from '../../crud/crud-resource.ts';
import { LANGUAGES, type Language } from '../../locales/language.ts';
import { readTexts, type Texts } from '../../locales/testing/read-texts.ts';
import { choiceKeys, labelKeys, refOf } from './field-places.ts';

const EDITABLE: readonly CrudResource[] = [
  ...[acl, apikeys, callcenters, customers, dids, endpoints, hours, ivrs, outboundRoutes, permissions, plans],
  ...[prompts, queues, ringGroups, roles, subscribers, trunks, users, wallboards],
];

const kept = new Map<string, Texts>();
const textsOf = (language: Language, namespace: string): Texts => {
  const key = `${language}/${namespace}`;
  const found = kept.get(key) ?? readTexts(language, namespace);
  kept.set(key, found);
  return found;
};
const isWorded = (language: Language, keys: readonly string[]): boolean =>
  keys.some((key) => {
    const [namespace = '', path = ''] = key.split(':');
    return textsOf(language, namespace).has(path);
  });

describe.each(EDITABLE.map((r) => [r.name, r] as const))('%s', (name, resource) => {
  it.each(LANGUAGES)('has a label for each field, and words for each choice, in %s', (language) => {
    const fields = auditedFields(resource);
    expect(fields.length).toBeGreaterThan(5);
    expect(fields.filter((field) => !isWorded(language, labelKeys(name, field)))).toEqual([]);
    const choices = Object.entries(resource.fields).flatMap(([field, d]) =>
      d?.kind === 'select' ? d.options.map((o) => choiceKeys(name, field, String(o))) : [],
    );
    expect(choices.filter((keys) => !isWorded(language, keys))).toEqual([]);
  });

  it('names what its ids stand for', () => {
    const pointing = Object.entries(resource.fields).flatMap(([field, d]) =>
      // Whom a rule is for depends on the kind that the rule says.
      d?.kind === 'ref' && field !== 'subjectId' ? [[field, d.resource] as const] : [],
    );
    expect(pointing.filter(([field, to]) => refOf(field) !== to)).toEqual([]);
  });
});

describe.each(LANGUAGES)('in %s', (language) => {
  const texts = textsOf(language, 'audit');
  it('each fact, action and area has words', () => {
    const wanted = [
      ...AUDIT_FACTS.map((fact) => `names.${fact}`),
      ...AUDIT_ACTIONS.map((action) => `options.action.${action}`),
      ...AUDIT_RESOURCES.map((area) => `options.resource.${area}`),
    ];
    expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
  });
  it('no word of the trail’s own is left over', () => {
    const used = new Set([...AUDIT_FACTS, ...EDITABLE.flatMap((r) => auditedFields(r))]);
    const names = [...texts.keys()].filter((key) => key.startsWith('names.')).map((key) => key.slice('names.'.length));
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });
});
