import { textIn } from '../../data/form/value-of.ts';
import type { ReactNode } from 'react';
import { DestinationInput } from '../../routing/destination/DestinationInput.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { PlaceSelect } from '../../routing/destination/place-inputs.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import type { FormState } from '../../data/form/use-resource-form.ts';

/** Inputs of a call center. `customerOf` returns its customer; null if not chosen yet. */
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
        value={textIn(value) || null}
        onChange={onChange}
      />
    );
  },
});
