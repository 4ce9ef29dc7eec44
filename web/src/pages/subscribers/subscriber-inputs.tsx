import { MultiSelect, Select } from '@mantine/core';
import { CODECS } from '@ringside/core/base/codecs.ts';
import { LINE_TRANSPORTS } from '@ringside/core/base/line-transports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { ListInput, PlaceSelect, useServers } from '../../crud/place-inputs.tsx';
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

interface TransportProps extends InputProps {
  readonly customerId: string | null;
  /** Where the line is or will be; null: nobody said, and then it is the only one that there is. */
  readonly serverId: number | null;
  readonly webrtc: boolean;
}

/** What the PBX lacks cannot be chosen; where that is not known, everything can. */
function TransportSelect({ customerId, serverId, webrtc, value, onChange, ...input }: TransportProps) {
  const { t } = useTranslation('subscriber');
  const servers = useServers(customerId);
  const server = serverId === null && servers?.length === 1 ? servers[0] : servers?.find(({ id }) => id === serverId);
  const there = server?.transports ?? null;
  return (
    <Select
      {...input}
      allowDeselect={false}
      data={LINE_TRANSPORTS.filter((each) => !webrtc || each === 'auto' || each === 'wss' || each === value).map(
        (each) => {
          const name = t(`options.transport.${each}`);
          const isThere = each === 'auto' || there === null || there.includes(each);
          return { value: each, label: isThere ? name : t('transportMissing', { name }), disabled: !isThere };
        },
      )}
      value={typeof value === 'string' ? value : 'auto'}
      onChange={onChange}
    />
  );
}

/** A person of the same customer. `customerOf`: whose the line is or will be, null while nobody said; `serverOf`: on which PBX. */
export const subscriberInputs = (
  customerOf: (form: FormState) => string | null,
  serverOf: (form: FormState) => number | null,
): Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>> => ({
  serverId: (input, form) => <PlaceSelect {...input} customerId={customerOf(form)} />,
  transport: (input, form) => (
    <TransportSelect
      {...input}
      customerId={customerOf(form)}
      serverId={serverOf(form)}
      webrtc={form.values['webrtc'] === true}
    />
  ),
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
