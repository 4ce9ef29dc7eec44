import { keyed } from '../../locales/keyed.ts';
import { linkSearch } from '../../data/base/link-search.ts';
import { ActionIcon, Button, Select } from '@mantine/core';
import {
  type Call,
  CALL_COLUMNS,
  CALL_COST_COLUMNS,
  CALL_PRICE_COLUMNS,
  listCalls,
} from '@ringside/core/contract/calls/cdr.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, ChevronsLeft, PhoneCall, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { serverNow } from '../../data/base/clock.ts';
import { ExportMenu } from '../../data/list/ExportMenu.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { LookButton } from '../../data/list/LookButton.tsx';
import { ScheduleLink } from '../../data/list/ScheduleLink.tsx';
import { useListView } from '../../data/list/use-list-view.ts';
import { Unseen } from '../gap/Unseen.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { type CallListColumn, possibleColumns, shownColumns } from './call-columns.ts';
import { CallDetails } from './CallDetails.tsx';
import { CallsList } from './CallsList.tsx';
import { CdrFilters } from './CdrFilters.tsx';
import classes from './CdrPage.module.css';
import { type CdrSearch, PAGE_SIZES, queryOf, readCdrSearch } from './cdr-search.ts';

type Change = (change: Partial<CdrSearch>, step?: boolean) => void;

const useCdrSearch = (): readonly [CdrSearch, Change] => {
  const search = readCdrSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change: Change = (next, step = false) => {
    // A change of the filters returns to the newest call.
    const start = 'cursor' in next || 'call' in next ? {} : { cursor: undefined };
    void navigate({
      to: '.',
      search: linkSearch((before: Record<string, unknown>) => readCdrSearch({ ...before, ...start, ...next })),
      replace: !step,
      resetScroll: 'cursor' in next,
    });
  };
  return [search, change];
};

export function CdrPage() {
  const { t } = useTranslation(['cdr', 'common']);
  const errorText = useErrorText();
  const [search, change] = useCdrSearch();
  const { timezone } = useUser();
  const { call: opened, ...asked } = search;
  const query = useQuery({
    queryKey: ['cdr', asked],
    queryFn: async ({ signal }) => {
      const page = await call(listCalls, { query: queryOf(asked, timezone) as never, signal });
      if (!('data' in page)) throw new TypeError('Expected a page of calls, got a file');
      return page;
    },
    placeholderData: keepPreviousData,
  });
  usePageTitle(t('title'));
  const look = useListView(listCalls.path);
  const possible = possibleColumns(useSeesCustomers());
  const columns = shownColumns(possible, look.columns);
  const filtered = Object.keys(asked).some((key) => key !== 'perPage' && key !== 'cursor');
  const calls = query.data?.data;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Unseen {...seenPeriod(search, calls, timezone)} part="calls" timeZone={timezone}>
        {null}
      </Unseen>
      <div className={classes['panel']}>
        <CdrFilters
          search={search}
          today={dayOf(serverNow(), timezone)}
          onChange={change}
          tools={
            <>
              <LookButton
                look={look}
                possible={possible}
                shown={columns}
                label={(column) => t(`columns.${column as CallListColumn}`)}
              />
              <CallFiles search={asked} />
            </>
          }
        />
        {query.isError && calls === undefined ? (
          <EmptyState icon={TriangleAlert} tone="bad" title={t('common:list.failed')} action={<Again query={query} />}>
            {errorText(query.error)}
          </EmptyState>
        ) : calls?.length === 0 ? (
          <EmptyState
            icon={PhoneCall}
            title={filtered ? t('common:list.noMatch') : t('empty')}
            action={
              filtered ? (
                <Button variant="default" onClick={() => change(CLEARED)}>
                  {t('common:list.clearFilters')}
                </Button>
              ) : null
            }
          >
            {filtered ? t('common:list.noMatchHint') : t('emptyHint')}
          </EmptyState>
        ) : (
          <CallsList
            calls={calls}
            columns={columns}
            density={look.density}
            faded={query.isPlaceholderData}
            chosen={opened}
            onChoose={(id) => change({ call: id }, true)}
          />
        )}
        <Steps search={search} next={query.data?.meta.next ?? null} onChange={change} />
      </div>
      <FormDrawer title={t('call')} opened={opened !== undefined} onClose={() => change({ call: undefined })}>
        {opened === undefined ? null : <OpenedCall id={opened} calls={calls ?? NO_CALLS} onChange={change} />}
      </FormDrawer>
    </>
  );
}

/** Returns the filtered days. Without a filter, the period of the calls on the page, up to now on the newest page. */
const seenPeriod = (search: CdrSearch, calls: readonly Call[] | undefined, timeZone: string) => {
  const asked = queryOf(search, timeZone);
  const minute = Math.ceil(serverNow() / 60_000) * 60_000;
  const oldest = calls?.at(-1)?.startAt ?? new Date(minute - 86_400_000).toISOString();
  const newest = search.cursor === undefined ? new Date(minute).toISOString() : (calls?.[0]?.endAt ?? oldest);
  return { from: asked.from ?? oldest, to: asked.to ?? newest };
};

const NO_CALLS: readonly Call[] = [];

/** Details of a call in the drawer. Its player can go to the previous and next recording on the page. */
function OpenedCall({
  id,
  calls,
  onChange,
}: {
  readonly id: string;
  readonly calls: readonly Call[];
  readonly onChange: Change;
}) {
  const [wanted, setWanted] = useState<string | null>(null);
  const at = calls.findIndex((row) => row.id === id);
  const to = (row: Call | undefined) =>
    row === undefined
      ? undefined
      : () => {
          setWanted(row.id);
          onChange({ call: row.id });
        };
  const neighbours =
    at < 0
      ? {}
      : {
          previous: to(calls.slice(0, at).findLast((row) => row.recorded)),
          next: to(calls.slice(at + 1).find((row) => row.recorded)),
        };
  return <CallDetails id={id} neighbours={neighbours} atOnce={wanted === id} />;
}

const CLEARED: Partial<Record<keyof CdrSearch, undefined>> = {
  ...{ q: undefined, from: undefined, to: undefined, timeFrom: undefined, timeTo: undefined },
  ...{ direction: undefined, status: undefined, queue: undefined, agent: undefined, recorded: undefined },
};

function Again({ query }: { readonly query: { refetch: () => unknown } }) {
  const { t } = useTranslation('common');
  return (
    <Button variant="default" onClick={() => void query.refetch()}>
      {t('actions.retry')}
    </Button>
  );
}

/** Paging without totals: older calls, and back. */
function Steps({
  search,
  next,
  onChange,
}: {
  readonly search: CdrSearch;
  readonly next: string | null;
  readonly onChange: Change;
}) {
  const { t } = useTranslation(['cdr', 'common']);
  const router = useRouter();
  const away = search.cursor !== undefined;
  return (
    <nav className={classes['steps']} aria-label={t('title')}>
      <Select
        size="xs"
        w={76}
        aria-label={t('common:list.perPage')}
        data={PAGE_SIZES.map(String)}
        value={String(search.perPage ?? 25)}
        allowDeselect={false}
        onChange={(value) => onChange({ perPage: Number(value) })}
      />
      <span className={classes['arrows']}>
        <ActionIcon
          variant="default"
          size={32}
          disabled={!away}
          aria-label={t('newest')}
          title={t('newest')}
          onClick={() => onChange({ cursor: undefined }, true)}
        >
          <ChevronsLeft size={16} className={classes['arrow']} aria-hidden="true" />
        </ActionIcon>
        <Button
          variant="default"
          size="xs"
          disabled={!away}
          leftSection={<ChevronLeft size={16} className={classes['arrow']} aria-hidden="true" />}
          onClick={() => router.history.back()}
        >
          {t('newer')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={next === null}
          rightSection={<ChevronRight size={16} className={classes['arrow']} aria-hidden="true" />}
          onClick={() => onChange({ cursor: next ?? undefined }, true)}
        >
          {t('older')}
        </Button>
      </span>
    </nav>
  );
}

/** The server leaves out columns that the user may not see. */
const EXPORTED = [...CALL_COLUMNS, ...CALL_PRICE_COLUMNS, ...CALL_COST_COLUMNS];

function CallFiles({ search }: { readonly search: CdrSearch }) {
  const { t } = useTranslation('cdr');
  const can = useCan();
  const { timezone } = useUser();
  if (!can('export', 'cdr')) return null;
  const { cursor: _cursor, perPage: _perPage, ...narrowed } = queryOf(search, timezone);
  const headings = EXPORTED.map((column) => keyed(t)(`exported.${column}`)).join('\n');
  return (
    <>
      <ScheduleLink report="calls" narrowed={narrowed} />
      <ExportMenu path={listCalls.path} query={() => ({ ...narrowed, headings })} />
    </>
  );
}
