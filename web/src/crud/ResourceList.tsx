import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ChevronsUpDown, type LucideIcon, SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../api/use-error-text.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Cell } from './Cell.tsx';
import { type AnyRow, type CrudResource, fieldsFor, type RowOf } from './crud-resource.ts';
import { type Filter, ListToolbar } from './ListToolbar.tsx';
import { Pager } from './Pager.tsx';
import { listQuery } from './resource-queries.ts';
import classes from './ResourceList.module.css';
import type { ListSearch } from './list-search.ts';
import { useListAddress } from './use-list-address.ts';
import { useResourceText } from './use-resource-text.ts';

interface Props<R extends CrudResource> {
  readonly resource: R;
  readonly icon: LucideIcon;
  /** Columns in this order instead of all declared for the list. */
  readonly columns?: readonly string[];
  readonly cells?: Readonly<Record<string, (row: RowOf<R>) => ReactNode>>;
  readonly actions?: (row: RowOf<R>) => ReactNode;
  readonly filters?: readonly Filter[];
  /** Always applied, not shown as a filter. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Where there is nothing yet: how to begin. */
  readonly emptyAction?: ReactNode;
  readonly refetchEveryMs?: number;
}

/** A list made of the contract's declaration: search, order, filters and paging, all in the address. */
export function ResourceList<R extends CrudResource>(props: Props<R>) {
  const { resource, icon, filters = [], fixed = {}, emptyAction } = props;
  const { t } = useTranslation('common');
  const texts = useResourceText(resource.name);
  const errorText = useErrorText();
  const [search, change] = useListAddress();
  const list = useQuery({
    ...listQuery(resource, { ...search, ...fixed }),
    ...(props.refetchEveryMs ? { refetchInterval: props.refetchEveryMs } : {}),
  });
  const narrowed = Boolean(search.q) || filters.some((f) => search[f.field] !== undefined);
  const clear = (): void => change({ q: undefined, ...Object.fromEntries(filters.map((f) => [f.field, undefined])) });
  const total = list.data?.meta.total ?? 0;
  const nothing = list.isSuccess && total === 0;
  return (
    <div className={classes['list']}>
      {nothing && !narrowed ? null : (
        <ListToolbar resource={resource} filters={filters} search={search} onChange={change} />
      )}
      {list.isError && !list.data ? (
        <EmptyState
          icon={TriangleAlert}
          tone="bad"
          title={t('list.failed')}
          action={
            <Button variant="default" onClick={() => void list.refetch()}>
              {t('actions.retry')}
            </Button>
          }
        >
          {errorText(list.error)}
        </EmptyState>
      ) : nothing ? (
        narrowed ? (
          <EmptyState
            icon={SearchX}
            title={t('list.noMatch')}
            action={
              <Button variant="default" onClick={clear}>
                {t('list.clearFilters')}
              </Button>
            }
          >
            {t('list.noMatchHint')}
          </EmptyState>
        ) : (
          <EmptyState icon={icon} title={texts.word('empty')} action={emptyAction}>
            {texts.word('emptyHint')}
          </EmptyState>
        )
      ) : (
        <>
          <Rows {...props} rows={list.data?.data} faded={list.isPlaceholderData} search={search} onChange={change} />
          <Pager search={search} total={total} onChange={change} />
        </>
      )}
    </div>
  );
}

function Rows<R extends CrudResource>({
  resource,
  columns,
  cells = {},
  actions,
  rows,
  faded,
  search,
  onChange,
}: Props<R> & {
  readonly rows: readonly RowOf<R>[] | undefined;
  readonly faded: boolean;
  readonly search: ListSearch;
  readonly onChange: (change: { sort?: string }) => void;
}) {
  const { t } = useTranslation('common');
  const texts = useResourceText(resource.name);
  const declared = fieldsFor(resource, 'list');
  const shown = columns ? columns.flatMap((name) => declared.filter(([n]) => n === name)) : declared;
  return (
    <div className={classes['scroll']} data-faded={faded || undefined}>
      {/* The roles are spelt out because on a phone each row is laid out as a card, which hides them otherwise. */}
      <table className={classes['table']} role="table" aria-busy={rows === undefined || faded}>
        <thead role="rowgroup">
          <tr role="row">
            {shown.map(([name, field]) => (
              <Heading
                key={name}
                label={texts.field(name)}
                end={field.kind === 'number'}
                sort={resource.sortable.includes(name) ? name : undefined}
                current={search.sort ?? resource.defaultSort}
                onSort={(sort) => onChange({ sort })}
              />
            ))}
            {actions ? (
              <th role="columnheader" className={classes['actionsHead']}>
                <span className={classes['hiddenText']}>{t('list.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows === undefined ? (
            <LoadingRows columns={shown.map(([name]) => name)} withActions={actions !== undefined} />
          ) : (
            rows.map((row) => (
              <tr key={String((row as unknown as AnyRow).id)} role="row">
                {shown.map(([name, field]) => (
                  <td
                    key={name}
                    role="cell"
                    data-label={texts.field(name)}
                    data-end={field.kind === 'number' || undefined}
                  >
                    {cells[name] ? (
                      cells[name](row)
                    ) : (
                      <Cell
                        field={field}
                        value={(row as Record<string, unknown>)[name]}
                        option={(v) => texts.option(name, v)}
                      />
                    )}
                  </td>
                ))}
                {actions ? (
                  <td role="cell" className={classes['actions']}>
                    {actions(row)}
                  </td>
                ) : null}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Rows as they will be, empty: the page does not jump when they come. */
function LoadingRows({ columns, withActions }: { readonly columns: readonly string[]; readonly withActions: boolean }) {
  return Array.from({ length: 6 }, (_, i) => (
    <tr key={i} role="row">
      {columns.map((name) => (
        <td key={name} role="cell">
          <Skeleton height={14} my={4} width={`${55 + ((i * 17 + name.length * 7) % 40)}%`} />
        </td>
      ))}
      {withActions ? <td role="cell" /> : null}
    </tr>
  ));
}

function Heading({
  label,
  end,
  sort,
  current,
  onSort,
}: {
  readonly label: string;
  readonly end: boolean;
  readonly sort: string | undefined;
  readonly current: string;
  readonly onSort: (sort: string) => void;
}) {
  const { t } = useTranslation('common');
  const up = sort !== undefined && current === sort;
  const down = sort !== undefined && current === `-${sort}`;
  const Icon = up ? ArrowUp : down ? ArrowDown : ChevronsUpDown;
  return (
    <th role="columnheader" data-end={end || undefined} aria-sort={up ? 'ascending' : down ? 'descending' : undefined}>
      {sort === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={classes['sort']}
          data-on={up || down || undefined}
          title={t('list.sortBy', { field: label })}
          onClick={() => onSort(up ? `-${sort}` : sort)}
        >
          {label}
          <Icon size={14} aria-hidden="true" />
        </button>
      )}
    </th>
  );
}
