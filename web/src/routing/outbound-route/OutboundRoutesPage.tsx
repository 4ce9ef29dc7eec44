import { textIn, textsIn } from '../../data/form/value-of.ts';
import { outboundRoutes } from '@ringside/core/contract/routing/outbound-route.ts';
import { Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListInput } from '../destination/place-inputs.tsx';
import { ResourcePage } from '../../data/list/ResourcePage.tsx';
import type { Filter } from '../../data/list/list-filters.ts';
import { ServerSelect } from '../../data/form/ServerSelect.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import type texts from '../../locales/en/outboundroute.json';

declare module 'i18next' {
  interface NounTexts {
    outboundroute: typeof texts;
  }
}

const FILTERS: readonly Filter[] = [
  { field: 'serverId', kind: 'ref', resource: 'endpoints' },
  { field: 'customerId', kind: 'ref', resource: 'customers' },
];
const MOST_SHOWN = 4;

export function OutboundRoutesPage() {
  const { t } = useTranslation('outboundroute');
  const prefixesOf = (prefixes: readonly string[]): string =>
    prefixes.length === 0
      ? t('everyNumber')
      : prefixes
          .slice(0, MOST_SHOWN)
          .map((prefix) => `+${prefix}`)
          .join(' ') + (prefixes.length > MOST_SHOWN ? ' …' : '');
  return (
    <ResourcePage
      resource={outboundRoutes}
      icon={Route}
      columns={['priority', 'name', 'prefixes', 'trunkNames', 'enabled', 'serverName', 'customerName']}
      filters={FILTERS}
      consequence={t('removeHint')}
      cells={{
        name: (row) => (
          <strong className={links['strong']}>
            <bdi>{row.name}</bdi>
          </strong>
        ),
        prefixes: (row) => (row.prefixes.length === 0 ? prefixesOf([]) : <Num>{prefixesOf(row.prefixes)}</Num>),
        customerName: (row) => <bdi>{row.customerName ?? t('everyone')}</bdi>,
      }}
      inputs={(row) => ({
        serverId: (input, form) => <ServerSelect {...input} customerId={textIn(form.values['customerId']) || null} />,
        prefixes: (input) => <ListInput {...input} />,
        shortNumbers: (input) => <ListInput {...input} />,
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
        trunkIds: ({ value, onChange, ...input }, form) => {
          const serverId = row?.serverId ?? form.values['serverId'];
          return (
            <RefSelect
              {...input}
              resource="trunks"
              many
              filter={serverId ? { serverId: String(serverId) } : {}}
              disabled={input.disabled === true || !serverId}
              value={textsIn(value)}
              onChange={onChange}
            />
          );
        },
      })}
    />
  );
}
