import { Button, Group, Pagination, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { DIRECTIONS } from '@ringside/core/contract/billing/plan-terms.ts';
import { type Plan } from '@ringside/core/contract/billing/plan.ts';
import { listRates, type Rate } from '@ringside/core/contract/billing/rates.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { download } from '../../data/api/download.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { serverNow } from '../../data/base/clock.ts';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useTell } from '../../ui/use-tell.ts';
import { EndRate } from './EndRate.tsx';
import { ImportRates } from './ImportRates.tsx';
import classes from './Plans.module.css';
import { RateForm } from './RateForm.tsx';
import { RateRows } from './RateRows.tsx';

const PER_PAGE = 25;

interface Doing {
  readonly what: 'add' | 'edit' | 'end';
  readonly rate: Rate | null;
}
/** Paged table of the plan's rates. */
export function RateTable({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  const tell = useTell();
  const errorText = useErrorText();
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>('outbound');
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [importing, setImporting] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const done = (): void => setDoing(null);
  const edited = doing?.what === 'edit' ? doing.rate : null;
  const ended = doing?.what === 'end' ? doing.rate : null;
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
        <Tools onSave={save} onImport={() => setImporting(true)} onAdd={() => setDoing({ what: 'add', rate: null })} />
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
      {data?.meta.total === 0 ? (
        <Text c="dimmed" mt="md">
          {wanted.trim() === '' ? t('rates.empty') : t('rates.noMatch')}
        </Text>
      ) : (
        <RateRows plan={plan} rates={data?.data ?? []} onDo={(what, rate) => setDoing({ what, rate })} />
      )}
      <Pages pages={pages} page={page} onChange={setPage} />
      <FormDrawer
        title={edited ? t('rates.edit', { prefix: `\u2066${edited.prefix}\u2069` }) : t('rates.add')}
        opened={doing?.what === 'add' || doing?.what === 'edit'}
        onClose={done}
      >
        <RateForm plan={plan} direction={direction} rate={edited} onDone={done} />
      </FormDrawer>
      <EndRate
        plan={plan}
        rate={ended}
        unused={plan.status === 'draft' || (ended !== null && Date.parse(ended.effectiveFrom) > serverNow())}
        onClose={done}
      />
      <ImportRates plan={plan} direction={direction} opened={importing} onClose={() => setImporting(false)} />
    </Panel>
  );
}

interface ToolsProps {
  readonly onSave: () => void;
  readonly onImport: () => void;
  readonly onAdd: () => void;
}

function Tools({ onSave, onImport, onAdd }: ToolsProps) {
  const { t } = useTranslation('plan');
  const can = useCan();
  return (
    <Group gap="xs">
      {can('export', 'plan') ? (
        <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden="true" />} onClick={onSave}>
          {t('rates.export')}
        </Button>
      ) : null}
      {can('update', 'plan') ? (
        <>
          <Button variant="default" size="xs" leftSection={<Upload size={14} aria-hidden="true" />} onClick={onImport}>
            {t('rates.import')}
          </Button>
          <Button size="xs" leftSection={<Plus size={14} aria-hidden="true" />} onClick={onAdd}>
            {t('rates.add')}
          </Button>
        </>
      ) : null}
    </Group>
  );
}

interface PagesProps {
  readonly pages: number;
  readonly page: number;
  readonly onChange: (page: number) => void;
}

function Pages({ pages, page, onChange }: PagesProps) {
  const { t } = useTranslation('plan');
  if (pages < 2) return null;
  return (
    <Pagination
      mt="sm"
      total={pages}
      value={Math.min(page, pages)}
      onChange={onChange}
      getControlProps={(control) => ({ 'aria-label': t(`rates.page.${control}`) })}
      getItemProps={(n) => ({ 'aria-label': t('rates.page.number', { number: n }) })}
    />
  );
}
