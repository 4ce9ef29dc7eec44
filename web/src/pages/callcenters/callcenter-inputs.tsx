import type { ReactNode } from 'react';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { RefSelect } from '../../crud/RefSelect.tsx';
import type { FormState } from '../../crud/ResourceForm.tsx';

/** `customerOf`: whose it is or will be; null while nobody said. */
export const callcenterInputs = (
  customerOf: (form: FormState) => string | null,
): Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>> => ({
  hoursId: ({ value, onChange, ...input }, form) => {
    const customerId = customerOf(form);
    return (
      <RefSelect
        {...input}
        resource="hours"
        clearable
        filter={customerId === null ? {} : { customerId }}
        disabled={input.disabled === true || customerId === null}
        value={(value as string | null) || null}
        onChange={onChange}
      />
    );
  },
});
