// Checks that the audit trail has texts for every field and fact, so that no raw name such as `ringTimeoutSec` appears.
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@ringside/core/contract/access/audit-actions.ts';
import { AUDIT_FACTS, auditedFields } from '@ringside/core/contract/access/testing/audit-names.ts';
import { NOUNS } from '@ringside/core/contract/nouns.ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../locales/language.ts';
import { readPageTexts, readTexts, type Texts } from '../../locales/testing/read-texts.ts';
import { choiceKeys, labelKeys, refOf } from './field-places.ts';

const kept = new Map<string, Texts>();
const textsOf = (language: Language, namespace: string): Texts => {
  const key = `${language}/${namespace}`;
  const found = kept.get(key) ?? (namespace === 'pages' ? readPageTexts(language) : readTexts(language, namespace));
  kept.set(key, found);
  return found;
};
const isWorded = (language: Language, keys: readonly string[]): boolean =>
  keys.some((key) => {
    const [namespace = '', path = ''] = key.split(':');
    return textsOf(language, namespace).has(path);
  });

describe.each(NOUNS.map((r) => [r.name, r] as const))('%s', (name, resource) => {
  it.each(LANGUAGES)('has a label for each field and each choice in %s', (language) => {
    const fields = auditedFields(resource);
    expect(fields.length).toBeGreaterThan(2);
    expect(fields.filter((field) => !isWorded(language, labelKeys(name, field)))).toEqual([]);
    const choices = Object.entries(resource.fields).flatMap(([field, d]) =>
      d?.kind === 'select' ? d.options.map((o) => choiceKeys(name, field, String(o))) : [],
    );
    expect(choices.filter((keys) => !isWorded(language, keys))).toEqual([]);
  });

  it('resolves the ids of all reference fields', () => {
    const pointing = Object.entries(resource.fields).flatMap(([field, d]) =>
      // The resource of `subjectId` depends on the kind of subject.
      d?.kind === 'ref' && field !== 'subjectId' ? [[field, d.resource] as const] : [],
    );
    expect(pointing.filter(([field, to]) => refOf(field) !== to)).toEqual([]);
  });
});

describe.each(LANGUAGES)('in %s', (language) => {
  const texts = textsOf(language, 'audit');
  it('has texts for each fact, action and area', () => {
    const wanted = [
      ...AUDIT_FACTS.map((fact) => `names.${fact}`),
      ...AUDIT_ACTIONS.map((action) => `options.action.${action}`),
    ];
    expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
    const isArea = (area: string) => isWorded(language, choiceKeys('audit', 'resource', area));
    expect(AUDIT_RESOURCES.filter((area) => !isArea(area))).toEqual([]);
  });
  it('has no unused texts', () => {
    const used = new Set([...AUDIT_FACTS, ...NOUNS.flatMap((r) => auditedFields(r))]);
    const names = [...texts.keys()].filter((key) => key.startsWith('names.')).map((key) => key.slice('names.'.length));
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });
});
