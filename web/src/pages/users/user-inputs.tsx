import type { Role } from '@ringside/core/contract/roles.ts';
import type { ReactNode } from 'react';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { RefSelect } from '../../crud/RefSelect.tsx';
import { MomentInput } from '../../crud/MomentInput.tsx';
import type { FormState } from '../../crud/ResourceForm.tsx';

type OwnInput = (input: InputProps, form: FormState) => ReactNode;

/**
 * Role and call centers depend on whose user it is: a customer's users get a customer's roles and call centers only.
 * `customerOf` says whose (null: the platform's staff); `roleName` words a role.
 */
export const userInputs = (
  customerOf: (form: FormState) => string | null,
  roleName: (role: string) => string,
  /** In which an end is read and typed. */
  zone: string,
): Readonly<Record<'roleId' | 'callcenterIds' | 'expiresAt', OwnInput>> => ({
  roleId: ({ value, onChange, ...input }, form) => {
    const holder = customerOf(form) === null ? 'platform' : 'customer';
    return (
      <RefSelect
        {...input}
        resource="roles"
        value={value as string | null}
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
      value={(value as string | null) || null}
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
        value={value as readonly string[]}
        onChange={onChange}
      />
    );
  },
});
