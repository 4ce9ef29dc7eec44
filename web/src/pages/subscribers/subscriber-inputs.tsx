import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { listSubscriberServers } from '@ringside/core/contract/subscribers.ts';
import { CODECS } from '@ringside/core/base/codecs.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { RefSelect } from '../../crud/RefSelect.tsx';
import type { FormState } from '../../crud/ResourceForm.tsx';

const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

export const useServers = () =>
  useQuery({
    queryKey: ['/subscribers', 'servers'],
    queryFn: ({ signal }) => call(listSubscriberServers, { signal }),
    staleTime: 30_000,
  }).data?.data;

/** Of the servers that this person may put a line on. */
export function ServerSelect({ value, onChange, ...input }: InputProps) {
  const { t } = useTranslation('common');
  const servers = useServers() ?? [];
  return (
    <Select
      {...input}
      searchable
      placeholder={t('form.choose')}
      nothingFoundMessage={t('form.nothingFound')}
      data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null || value === undefined || value === '' ? null : String(value)}
      onChange={onChange}
      allowDeselect={false}
    />
  );
}

export const NetworksInput = ({ value, onChange, ...input }: InputProps) => (
  <TagsInput
    {...input}
    dir="ltr"
    value={listOf(value)}
    onChange={onChange}
    splitChars={[',', ' ', ';']}
    acceptValueOnBlur
  />
);

/** In the order in which they are chosen. */
export const CodecsInput = ({ value, onChange, ...input }: InputProps) => (
  <MultiSelect {...input} dir="ltr" data={[...CODECS]} value={listOf(value)} onChange={onChange} />
);

/** A person of the same customer. `customerOf`: whose the line is or will be, null while nobody said. */
export const subscriberInputs = (
  customerOf: (form: FormState) => string | null,
): Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>> => ({
  serverId: (input) => <ServerSelect {...input} />,
  codecs: (input) => <CodecsInput {...input} />,
  addresses: (input) => <NetworksInput {...input} />,
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
