import { MultiSelect } from '@mantine/core';
import { CODECS } from '@ringside/core/base/codecs.ts';
import { trunks } from '@ringside/core/contract/trunks.ts';
import { Cable } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListInput } from '../../crud/place-inputs.tsx';
import { ServerSelect } from '../../crud/ServerSelect.tsx';
import { ResourcePage } from '../../crud/ResourcePage.tsx';
import type { InputProps } from '../../crud/FieldInput.tsx';
import type { Filter } from '../../crud/list-filters.ts';
import { RefSelect } from '../../crud/RefSelect.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';

const FILTERS: readonly Filter[] = [
  { field: 'serverId', kind: 'ref', resource: 'endpoints' },
  { field: 'customerId', kind: 'ref', resource: 'customers' },
];

const CodecsInput = ({ value, onChange, ...input }: InputProps) => (
  <MultiSelect {...input} dir="ltr" data={[...CODECS]} value={(value as string[]) || []} onChange={onChange} />
);

export function TrunksPage() {
  const { t } = useTranslation('trunk');
  return (
    <ResourcePage
      resource={trunks}
      icon={Cable}
      columns={['name', 'host', 'mode', 'enabled', 'callerIdNumber', 'serverName', 'customerName']}
      filters={FILTERS}
      consequence={t('removeHint')}
      cells={{
        name: (row) => (
          <strong className={links['strong']}>
            <bdi>{row.name}</bdi>
          </strong>
        ),
        host: (row) => <Num>{`${row.host}:${row.port}`}</Num>,
        customerName: (row) => <bdi>{row.customerName ?? t('everyone')}</bdi>,
      }}
      inputs={() => ({
        serverId: (input, form) => (
          <ServerSelect {...input} customerId={(form.values['customerId'] as string | null | undefined) || null} />
        ),
        addresses: (input) => <ListInput {...input} />,
        codecs: (input) => <CodecsInput {...input} />,
        customerId: ({ value, onChange, ...input }) => (
          <RefSelect
            {...input}
            resource="customers"
            clearable
            placeholder={t('everyone')}
            value={(value as string | null) || null}
            onChange={onChange}
          />
        ),
      })}
    />
  );
}
