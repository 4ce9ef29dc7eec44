import { textIn } from '../../data/form/value-of.ts';
import type { Did } from '@ringside/core/contract/routing/did.ts';
import type { ReactNode } from 'react';
import { DestinationInput } from '../destination/DestinationInput.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { PlaceSelect, type usePlaceOf } from '../destination/place-inputs.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import type { FormState } from '../../data/form/use-resource-form.ts';

/** `row` is null for a new number. */
export const didInputs = (
  row: Did | null,
  placeOf: ReturnType<typeof usePlaceOf>,
): Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>> => ({
  serverId: (input, form) => <PlaceSelect {...input} customerId={placeOf(row, form).customerId} />,
  destination: (input, form) => <DestinationInput {...input} {...placeOf(row, form)} />,
  closedDestination: (input, form) => <DestinationInput {...input} {...placeOf(row, form)} />,
  hoursId: ({ value, onChange, ...input }, form) => {
    const { customerId } = placeOf(row, form);
    return (
      <RefSelect
        {...input}
        resource="hours"
        clearable
        filter={customerId === null ? {} : { customerId }}
        disabled={input.disabled === true || customerId === null}
        value={textIn(value) || null}
        onChange={(id) => {
          onChange(id);
          if (id === null) form.set('closedDestination', null);
        }}
      />
    );
  },
});

/** The destination outside business hours appears only with business hours. */
export const didShown = (field: string, values: Readonly<Record<string, unknown>>): boolean =>
  field !== 'closedDestination' || Boolean(values['hoursId']);
