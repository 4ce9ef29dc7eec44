import { textIn, textsIn } from '../../data/form/value-of.ts';
import { MultiSelect } from '@mantine/core';
import { CODECS } from '@ringside/core/pbx/options/codecs.ts';
import { trunks } from '@ringside/core/contract/routing/trunk.ts';
import { Cable } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListInput } from '../destination/place-inputs.tsx';
import { ServerSelect } from '../../data/form/ServerSelect.tsx';
import { ResourcePage } from '../../data/list/ResourcePage.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import type texts from '../../locales/en/trunk.json';

declare module 'i18next' {
  interface NounTexts {
    trunk: typeof texts;
  }
}

const FILTERS: readonly Filter[] = [
  { field: 'serverId', kind: 'ref', resource: 'endpoints' },
  { field: 'customerId', kind: 'ref', resource: 'customers' },
];

const CodecsInput = ({ value, onChange, ...input }: InputProps) => (
  <MultiSelect {...input} dir="ltr" data={[...CODECS]} value={textsIn(value)} onChange={onChange} />
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
        serverId: (input, form) => <ServerSelect {...input} customerId={textIn(form.values['customerId']) || null} />,
        addresses: (input) => <ListInput {...input} />,
        codecs: (input) => <CodecsInput {...input} />,
        customerId: ({ value, onChange, ...input }) => (
          <RefSelect
            {...input}
            resource="customers"
            clearable
            placeholder={t('everyone')}
            value={textIn(value) || null}
            onChange={onChange}
          />
        ),
      })}
    />
  );
}
