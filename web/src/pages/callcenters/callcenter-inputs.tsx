import type { ReactNode } from 'react';
import { DestinationInput } from '../../crud/DestinationInput.tsx';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { PlaceSelect } from '../../crud/place-inputs.tsx';
import { RefSelect } from '../../crud/RefSelect.tsx';
import type { FormState } from '../../crud/ResourceForm.tsx';

/** `customerOf`: whose it is or will be; null while nobody said. */
export const callcenterInputs = (
  customerOf: (form: FormState) => string | null,
): Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>> => ({
  overflowDestination: (input, form) => <DestinationInput {...input} customerId={customerOf(form)} clearable />,
  defaultServerId: (input, form) => <PlaceSelect {...input} customerId={customerOf(form)} clearable />,
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
