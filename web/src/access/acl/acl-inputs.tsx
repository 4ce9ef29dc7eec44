import { textIn } from '../../data/form/value-of.ts';
import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { ACTIONS, RESOURCES, type Resource } from '@ringside/core/access/ability.ts';
import { MASKS } from '@ringside/core/access/masks.ts';
import type { Dimension } from '@ringside/core/access/row-limits.ts';
import { THINGS_BY, toldApartBy } from '@ringside/core/contract/access/told-apart.ts';
import type { ReactNode } from 'react';
import { ACL_SUBJECTS } from '@ringside/core/contract/access/acl.ts';
import { MomentInput } from '../../data/form/MomentInput.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { ServersInput } from '../../data/form/ServerSelect.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import type { FormState } from '../../data/form/use-resource-form.ts';
import { WindowInput } from './WindowInput.tsx';

const OF_KIND: Readonly<Record<string, readonly string[]>> = {
  resource: ['access'],
  actions: ['access'],
  fieldMask: ['access'],
  cidrs: ['network'],
  prefixes: ['dial'],
  timeWindow: ['access', 'network'],
};

const DIMENSION_OF = new Map(
  (Object.entries(THINGS_BY) as [Dimension, string][]).map(([dimension, field]) => [field, dimension]),
);

/** Returns whether the rule's resource can be limited by this field; null for other fields. */
const isLimitedBy = (field: string, { kind, resource }: Readonly<Record<string, unknown>>): boolean | null => {
  if (field !== 'allBut' && !DIMENSION_OF.has(field)) return null;
  if (kind !== 'access' || typeof resource !== 'string') return false;
  const known = toldApartBy(resource as Resource);
  const dimension = DIMENSION_OF.get(field);
  return dimension === undefined ? known.length > 0 : known.includes(dimension);
};

/** Returns whether a field is shown. The fields depend on the kind of rule. */
export const isShown = (field: string, values: Readonly<Record<string, unknown>>): boolean => {
  if (field === 'subjectId') return values['subjectType'] !== 'everyone';
  const telling = isLimitedBy(field, values);
  if (telling !== null) return telling;
  const kinds = OF_KIND[field];
  return kinds === undefined || kinds.includes(String(values['kind']));
};

const SUBJECTS: Readonly<Record<string, string>> = {
  role: 'roles',
  user: 'users',
  apikey: 'apikeys',
  customer: 'customers',
  subscriber: 'subscribers',
};
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : []);

type Inputs = Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>>;

/** Conditions of a rule: time, objects, PBX servers and fields. */
const conditionInputs = (t: (key: string) => string, zone: string): Inputs => ({
  timeWindow: (input) => <WindowInput {...input} zone={zone} />,
  // Ids of PBX servers are numbers.
  serverIds: (input) => <ServersInput {...input} />,
  fieldMask: ({ value, onChange, ...input }) => (
    <MultiSelect
      {...input}
      data={MASKS.map((mask) => ({ value: mask, label: t(`permission:masks.${mask}`) }))}
      value={listOf(value)}
      onChange={onChange}
    />
  ),
});

export const aclInputs = (
  t: (key: string) => string,
  areaName: (resource: string) => string,
  /** Time zone of the start and the end. */
  zone: string,
): Inputs => {
  const tags = ({ value, onChange, ...input }: InputProps) => (
    <TagsInput
      {...input}
      dir="ltr"
      value={listOf(value)}
      onChange={onChange}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
    />
  );
  const moment = ({ label, description, value, onChange, error }: InputProps) => (
    <MomentInput {...{ label, description, error, zone, onChange }} value={textIn(value) || null} />
  );
  return {
    ...conditionInputs(t, zone),
    validFrom: moment,
    validUntil: moment,
    // A subscriber can only be the subject of a dial rule.
    subjectType: ({ value, onChange, ...input }, form) => (
      <Select
        {...input}
        data={ACL_SUBJECTS.filter((s) => s !== 'subscriber' || form.values['kind'] === 'dial').map((s) => ({
          value: s,
          label: t(`options.subjectType.${s}`),
        }))}
        value={textIn(value) || null}
        allowDeselect={false}
        onChange={onChange}
      />
    ),
    cidrs: tags,
    prefixes: tags,
    resource: ({ value, onChange, ...input }) => (
      <Select
        {...input}
        searchable
        data={RESOURCES.map((r) => ({
          value: r,
          label: r === 'all' ? t('everything') : areaName(r),
        }))}
        value={textIn(value) || null}
        onChange={onChange}
      />
    ),
    actions: ({ value, onChange, ...input }) => (
      <MultiSelect
        {...input}
        searchable
        data={ACTIONS.map((a) => ({
          value: a,
          label: a === 'manage' ? t('everyAction') : t(`permission:actions.${a}`),
        }))}
        value={listOf(value)}
        onChange={onChange}
      />
    ),
    subjectId: ({ value, onChange, ...input }, form) => (
      <RefSelect
        {...input}
        key={String(form.values['subjectType'])}
        resource={SUBJECTS[String(form.values['subjectType'])] ?? 'users'}
        value={textIn(value) || null}
        onChange={onChange}
      />
    ),
  };
};
