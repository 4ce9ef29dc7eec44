import { Button, Group, Pagination, SegmentedControl, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { DIRECTIONS, type Plan } from '@ringside/core/contract/plans.ts';
import { listRates, type Rate } from '@ringside/core/contract/rates.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { useCan } from '../../api/use-can.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import { ImportRates } from './ImportRates.tsx';
import classes from './Plans.module.css';
import { useMoney } from './use-money.ts';

const PER_PAGE = 25;
/** Before it, a rate has held since always. */
const ALWAYS = '1970-01-01T00:00:00.000Z';

/** The plan's rates, a page at a time. */
export function RateTable({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>('outbound');
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [importing, setImporting] = useState(false);
  const [wanted] = useDebouncedValue(q, 250);
  const query = { direction, page, perPage: PER_PAGE, ...(wanted.trim() === '' ? {} : { q: wanted.trim() }) };
  const { data } = useQuery({
    queryKey: ['/plans', 'rates', plan.id, query],
    queryFn: ({ signal }) => call(listRates, { params: { id: plan.id }, query, signal }),
    placeholderData: keepPreviousData,
  });
  const pages = Math.max(1, Math.ceil((data?.meta.total ?? 0) / PER_PAGE));
  const save = (): void => {
    download(`/plans/${plan.id}/rates/export`, { direction }).catch((e: unknown) => tell.failed(errorText(e)));
  };
  return (
    <Panel
      title={t('rates.title')}
      description={t('rates.count', { count: data?.meta.total ?? 0 })}
      actions={
        <Group gap="xs">
          {can('export', 'plan') ? (
            <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden="true" />} onClick={save}>
              {t('rates.export')}
            </Button>
          ) : null}
          {can('update', 'plan') ? (
            <Button size="xs" leftSection={<Upload size={14} aria-hidden="true" />} onClick={() => setImporting(true)}>
              {t('rates.import')}
            </Button>
          ) : null}
        </Group>
      }
    >
      <div className={classes['tools']}>
        <SegmentedControl
          aria-label={t('simulator.direction')}
          data={DIRECTIONS.map((value) => ({ value, label: t(`direction.${value}`) }))}
          value={direction}
          onChange={(value) => {
            setDirection(DIRECTIONS.find((d) => d === value) ?? 'outbound');
            setPage(1);
          }}
        />
        <TextInput
          aria-label={t('rates.search')}
          placeholder={t('rates.search')}
          value={q}
          onChange={(e) => {
            setQ(e.currentTarget.value);
            setPage(1);
          }}
        />
      </div>
      <Rows rates={data?.data ?? []} currency={plan.currency} />
      {pages > 1 ? (
        <Pagination
          mt="sm"
          total={pages}
          value={Math.min(page, pages)}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': t(`rates.page.${control}`) })}
          getItemProps={(n) => ({ 'aria-label': t('rates.page.number', { number: n }) })}
        />
      ) : null}
      <ImportRates plan={plan} direction={direction} opened={importing} onClose={() => setImporting(false)} />
    </Panel>
  );
}

function Rows({ rates, currency }: { readonly rates: readonly Rate[]; readonly currency: string }) {
  const { t } = useTranslation('plan');
  const format = useFormat();
  const money = useMoney(currency);
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('rates.title')}>
      <Table mt="sm" aria-label={t('rates.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('rates.prefix')}</Table.Th>
            <Table.Th>{t('rates.destination')}</Table.Th>
            <Table.Th>{t('rates.perMinute')}</Table.Th>
            <Table.Th>{t('rates.connectFee')}</Table.Th>
            <Table.Th>{t('rates.blocks')}</Table.Th>
            <Table.Th>{t('rates.from')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rates.map((rate) => (
            <Table.Tr key={rate.id}>
              <Table.Td>
                <bdi dir="ltr">{rate.prefix}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{rate.destinationName}</bdi>
              </Table.Td>
              <Table.Td>{rate.blocked ? t('status.blocked') : money(rate.ratePerMinute)}</Table.Td>
              <Table.Td>{money(rate.connectFee)}</Table.Td>
              <Table.Td>
                <bdi dir="ltr">
                  {rate.initialSeconds}/{rate.incrementSeconds}
                </bdi>
              </Table.Td>
              <Table.Td>
                {rate.effectiveFrom === ALWAYS ? t('rates.always') : format.dateTime(rate.effectiveFrom)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
