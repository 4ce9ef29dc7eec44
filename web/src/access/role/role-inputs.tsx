import { textIn } from '../../data/form/value-of.ts';
import { Select } from '@mantine/core';
import type { Ability } from '@ringside/core/access/ability.ts';
import { abilityOf, type Scope, scopeOf } from '@ringside/core/access/scopes.ts';
import { REACHES } from '@ringside/core/contract/access/role.ts';
import type { ReactNode } from 'react';
import { AbilityMatrix } from '../shared/AbilityMatrix.tsx';
import { AddBundle } from './AddBundle.tsx';
import { NarrowedInput } from './NarrowedInput.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';

/** Inputs of a role. Offers only abilities and reaches that the user has. */
export const roleInputs = (
  allowed: readonly Ability[],
  staff: boolean,
  reachName: (reach: string) => string,
  readOnly: boolean,
): Readonly<Record<string, (input: InputProps) => ReactNode>> => ({
  reach: ({ value, onChange, ...input }) => (
    <Select
      {...input}
      data={REACHES.filter((r) => staff || r !== 'platform').map((r) => ({ value: r, label: reachName(r) }))}
      value={textIn(value) ?? null}
      allowDeselect={false}
      onChange={onChange}
    />
  ),
  narrowed: (input) => <NarrowedInput {...input} allowed={allowed} reachName={reachName} readOnly={readOnly} />,
  abilities: ({ label, value, onChange, error }) => (
    <>
      <AbilityMatrix
        label={label}
        value={Array.isArray(value) ? value.map(scopeOf) : []}
        {...(readOnly ? {} : { onChange: (scopes) => onChange(scopes.map((s) => abilityOf(s as Scope))) })}
        allowed={allowed}
        error={error}
      />
      {readOnly ? null : <AddBundle allowed={allowed} value={Array.isArray(value) ? value : []} onChange={onChange} />}
    </>
  ),
});
