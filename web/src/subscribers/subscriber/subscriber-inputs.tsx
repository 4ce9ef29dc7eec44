import { textIn } from '../../data/form/value-of.ts';
import { MultiSelect, Select } from '@mantine/core';
import { CODECS } from '@ringside/core/pbx/options/codecs.ts';
import { LINE_TRANSPORTS } from '@ringside/core/pbx/options/line-transports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { ListInput, PlaceSelect, useServers } from '../../routing/destination/place-inputs.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import type { FormState } from '../../data/form/use-resource-form.ts';
import { SoundInput } from '../../routing/destination/SoundInput.tsx';

/** Codecs in order of selection. */
const CodecsInput = ({ value, onChange, ...input }: InputProps) => (
  <MultiSelect {...input} dir="ltr" data={[...CODECS]} value={Array.isArray(value) ? value : []} onChange={onChange} />
);

interface TransportProps extends InputProps {
  readonly customerId: string | null;
  /** Server of the subscriber; null if not chosen, which means the only available server. */
  readonly serverId: number | null;
  readonly webrtc: boolean;
}

/** Transport input. Disables transports that the PBX lacks, if known. */
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

/**
 * Inputs of a subscriber. `customerOf` returns its customer (null if not chosen yet), which limits the users. `serverOf` returns its PBX
 * server.
 */
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
        value={textIn(value) || null}
        onChange={onChange}
      />
    );
  },
});
