import { textIn, textsIn } from '../../data/form/value-of.ts';
import type { Role } from '@ringside/core/contract/access/role.ts';
import type { ReactNode } from 'react';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { MomentInput } from '../../data/form/MomentInput.tsx';
import type { FormState } from '../../data/form/use-resource-form.ts';

type OwnInput = (input: InputProps, form: FormState) => ReactNode;

/**
 * Inputs for role and call centers. A customer's users can only get that customer's roles and call centers. `customerOf` returns the
 * customer (null: platform staff); `roleName` translates a role.
 */
export const userInputs = (
  customerOf: (form: FormState) => string | null,
  roleName: (role: string) => string,
  /** Time zone of the expiry date. */
  zone: string,
): Readonly<Record<'roleId' | 'callcenterIds' | 'expiresAt', OwnInput>> => ({
  roleId: ({ value, onChange, ...input }, form) => {
    const holder = customerOf(form) === null ? 'platform' : 'customer';
    return (
      <RefSelect
        {...input}
        resource="roles"
        value={textIn(value)}
        onChange={onChange}
        nameOf={(row) => roleName(String(row['name']))}
        refine={(choices) =>
          choices.filter(({ row }) => {
            const role = row as unknown as Role;
            return (role.assignable && (role.holders === 'either' || role.holders === holder)) || role.id === value;
          })
        }
      />
    );
  },
  expiresAt: ({ label, description, value, onChange, error, disabled }) => (
    <MomentInput
      {...{ label, description, error, zone, onChange, disabled: disabled ?? false }}
      value={textIn(value) || null}
    />
  ),
  callcenterIds: ({ value, onChange, ...input }, form) => {
    const customerId = customerOf(form);
    return (
      <RefSelect
        {...input}
        many
        resource="callcenters"
        filter={customerId === null ? {} : { customerId }}
        disabled={input.disabled || customerId === null}
        value={textsIn(value)}
        onChange={onChange}
      />
    );
  },
});
