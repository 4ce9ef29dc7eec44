import type { Did } from '@ringside/core/contract/dids.ts';
import type { ReactNode } from 'react';
import { DestinationInput } from '../../crud/DestinationInput.tsx';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { PlaceSelect, type usePlaceOf } from '../../crud/place-inputs.tsx';
import { RefSelect } from '../../crud/RefSelect.tsx';
import type { FormState } from '../../crud/ResourceForm.tsx';

/** `row`: null of a new number. */
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
        value={(value as string | null) || null}
        onChange={(id) => {
          onChange(id);
          if (id === null) form.set('closedDestination', null);
        }}
      />
    );
  },
});

/** Where calls go outside the hours is asked once there are hours. */
export const didShown = (field: string, values: Readonly<Record<string, unknown>>): boolean =>
  field !== 'closedDestination' || Boolean(values['hoursId']);
