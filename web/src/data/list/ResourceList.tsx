import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, SearchX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../api/use-error-text.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useCan } from '../api/use-can.ts';
import { useSeesCustomers } from '../api/use-sees-customers.ts';
import { BulkBar, canBulk } from './BulkBar.tsx';
import { type AnyRow, type CrudResource, fieldsFor, type RowId, type RowOf } from './crud-resource.ts';
import { ListRows } from './ListRows.tsx';
import { ListTools } from './ListTools.tsx';
import { type Filter, moreFilters } from './list-filters.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { Pager } from './Pager.tsx';
import { listQuery } from './resource-queries.ts';
import classes from './ResourceList.module.css';
import { useListAddress } from './use-list-address.ts';
import { useListView } from './use-list-view.ts';
import { useResourceText } from './use-resource-text.ts';

interface Props<R extends CrudResource> {
  readonly resource: R;
  readonly icon: LucideIcon;
  /** Columns in this order instead of all declared for the list. */
  readonly columns?: readonly string[];
  readonly cells?: Readonly<Record<string, (row: RowOf<R>) => ReactNode>>;
  readonly actions?: (row: RowOf<R>) => ReactNode;
  readonly filters?: readonly Filter[];
  /** Filters that always apply and are not shown. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** First action of an empty list. */
  readonly emptyAction?: ReactNode;
  readonly refetchEveryMs?: number;
  /** Enables bulk actions. Default: for users who may update or delete rows. */
  readonly bulk?: boolean;
}

/** List generated from the contract's declaration. Search, order, filters and paging are stored in the address. */
export function ResourceList<R extends CrudResource>(props: Props<R>) {
  const { resource, icon, filters = [], fixed = {}, emptyAction } = props;
  const texts = useResourceText(resource.name);
  const [search, change] = useListAddress();
  const list = useQuery({
    ...listQuery(resource, { ...search, ...fixed }),
    ...(props.refetchEveryMs ? { refetchInterval: props.refetchEveryMs } : {}),
  });
  const can = useCan();
  const seesCustomers = useSeesCustomers();
  const taken = [...filters.map((f) => f.field), ...Object.keys(fixed)];
  const more = moreFilters(resource, taken, { can, seesCustomers });
  const every = [...filters, ...more];
  const narrowed = Boolean(search.q) || every.some((f) => search[f.field] !== undefined);
  const clear = (): void => change({ q: undefined, ...Object.fromEntries(every.map((f) => [f.field, undefined])) });
  const total = list.data?.meta.total ?? 0;
  const nothing = list.isSuccess && total === 0;
  const { look, possible, shown, chosen, chosenRows, setChosen, selectable } = useChoice(props, list.data?.data);
  return (
    <div className={classes['list']}>
      {nothing && !narrowed ? null : (
        <ListToolbar
          resource={resource}
          filters={filters}
          more={more}
          search={search}
          onChange={change}
          tools={
            <ListTools
              resource={resource}
              search={{ ...search, ...fixed }}
              look={look}
              possible={possible}
              shown={shown}
            />
          }
        />
      )}
      {list.isError && !list.data ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : nothing && narrowed ? (
        <NoMatch onClear={clear} />
      ) : nothing ? (
        <EmptyState icon={icon} title={texts.word('empty')} action={emptyAction}>
          {texts.word('emptyHint')}
        </EmptyState>
      ) : (
        <>
          {selectable && chosenRows.length > 0 ? (
            <BulkBar
              resource={resource}
              rows={chosenRows}
              onKeep={(kept) => setChosen(new Set(kept.map((row) => row.id)))}
            />
          ) : null}
          <ListRows
            {...props}
            columns={shown}
            density={look.density}
            rows={list.data?.data}
            faded={list.isPlaceholderData}
            search={search}
            onChange={change}
            chosen={selectable ? chosen : null}
            onChoose={setChosen}
          />
          <Pager search={search} total={total} onChange={change} />
        </>
      )}
    </div>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  const retry = (
    <Button variant="default" onClick={onRetry}>
      {t('actions.retry')}
    </Button>
  );
  return (
    <EmptyState icon={TriangleAlert} tone="bad" title={t('list.failed')} action={retry}>
      {errorText(error)}
    </EmptyState>
  );
}

function NoMatch({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation('common');
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('list.clearFilters')}
    </Button>
  );
  return (
    <EmptyState icon={SearchX} title={t('list.noMatch')} action={clear}>
      {t('list.noMatchHint')}
    </EmptyState>
  );
}

/** Holds the columns and the rows that the user selected. */
const useChoice = <R extends CrudResource>(
  { resource, columns, actions, bulk = true }: Props<R>,
  data: readonly RowOf<R>[] | undefined,
) => {
  const can = useCan();
  const look = useListView(resource.path);
  const [chosen, setChosen] = useState<ReadonlySet<RowId>>(new Set());
  const possible = fieldsFor(resource, 'list').map(([name]) => name);
  const own = columns ?? possible;
  const wanted = (look.columns ?? own).filter((name) => possible.includes(name));
  const rows: readonly (AnyRow & Readonly<Record<string, unknown>>)[] = data ?? [];
  return {
    look,
    possible,
    shown: wanted.length > 0 ? wanted : own,
    chosen,
    setChosen,
    // Rows that left the page by paging or deletion are no longer selected.
    chosenRows: rows.filter((row) => chosen.has(row.id)),
    selectable: bulk && actions !== undefined && canBulk(resource, can),
  };
};
