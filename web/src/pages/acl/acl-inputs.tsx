import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { ACTIONS, RESOURCES, type Resource } from '@ringside/core/access/ability.ts';
import { MASKS } from '@ringside/core/base/masks.ts';
import type { Dimension } from '@ringside/core/base/row-limits.ts';
import { THINGS_BY, toldApartBy } from '@ringside/core/access/told-apart.ts';
import type { ReactNode } from 'react';
import { ACL_SUBJECTS } from '@ringside/core/contract/acl.ts';
import { MomentInput } from '../../crud/MomentInput.tsx';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { ServersInput } from '../../crud/ServerSelect.tsx';
import { RefSelect } from '../../crud/RefSelect.tsx';
import type { FormState } from '../../crud/ResourceForm.tsx';
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

/** Only by what things of the resource can be told apart. */
const isTelling = (field: string, { kind, resource }: Readonly<Record<string, unknown>>): boolean | null => {
  if (field !== 'allBut' && !DIMENSION_OF.has(field)) return null;
  if (kind !== 'access' || typeof resource !== 'string') return false;
  const known = toldApartBy(resource as Resource);
  const dimension = DIMENSION_OF.get(field);
  return dimension === undefined ? known.length > 0 : known.includes(dimension);
};

/** Each kind asks for what it is about. */
export const isShown = (field: string, values: Readonly<Record<string, unknown>>): boolean => {
  if (field === 'subjectId') return values['subjectType'] !== 'everyone';
  const telling = isTelling(field, values);
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
const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

type Inputs = Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>>;

/** When, to what on which PBX, and to which fields. */
const conditionInputs = (t: (key: string) => string, zone: string): Inputs => ({
  timeWindow: (input) => <WindowInput {...input} zone={zone} />,
  // Of a PBX the id is a number.
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
  /** In which a start and an end are read and typed. */
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
    <MomentInput {...{ label, description, error, zone, onChange }} value={(value as string | null) || null} />
  );
  return {
    ...conditionInputs(t, zone),
    validFrom: moment,
    validUntil: moment,
    // A line of the PBX dials, and does nothing else here.
    subjectType: ({ value, onChange, ...input }, form) => (
      <Select
        {...input}
        data={ACL_SUBJECTS.filter((s) => s !== 'subscriber' || form.values['kind'] === 'dial').map((s) => ({
          value: s,
          label: t(`options.subjectType.${s}`),
        }))}
        value={(value as string | null) || null}
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
          label: r === 'all' ? t('everything') : t(`permission:resources.${r}`),
        }))}
        value={(value as string | null) || null}
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
        value={(value as string | null) || null}
        onChange={onChange}
      />
    ),
  };
};
