import { MultiSelect } from '@mantine/core';
import { CODECS } from '@ringside/core/base/codecs.ts';
import type { ReactNode } from 'react';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { ListInput, PlaceSelect } from '../../crud/place-inputs.tsx';
import { RefSelect } from '../../crud/RefSelect.tsx';
import type { FormState } from '../../crud/ResourceForm.tsx';
import { SoundInput } from '../../crud/SoundInput.tsx';

/** In the order in which they are chosen. */
export const CodecsInput = ({ value, onChange, ...input }: InputProps) => (
  <MultiSelect
    {...input}
    dir="ltr"
    data={[...CODECS]}
    value={Array.isArray(value) ? (value as string[]) : []}
    onChange={onChange}
  />
);

/** A person of the same customer. `customerOf`: whose the line is or will be, null while nobody said. */
export const subscriberInputs = (
  customerOf: (form: FormState) => string | null,
): Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>> => ({
  serverId: (input, form) => <PlaceSelect {...input} customerId={customerOf(form)} />,
  codecs: (input) => <CodecsInput {...input} />,
  addresses: (input) => <ListInput {...input} />,
  voicemailGreeting: (input, form) => <SoundInput {...input} customerId={customerOf(form)} />,
  voicemailBusyGreeting: (input, form) => <SoundInput {...input} customerId={customerOf(form)} />,
  voicemailNameGreeting: (input, form) => <SoundInput {...input} customerId={customerOf(form)} />,
  userId: ({ value, onChange, ...input }, form) => {
    const customerId = customerOf(form);
    return (
      <RefSelect
        {...input}
        resource="users"
        clearable
        filter={customerId === null ? {} : { customerId }}
        disabled={input.disabled || customerId === null}
        value={(value as string | null) || null}
        onChange={onChange}
      />
    );
  },
});
