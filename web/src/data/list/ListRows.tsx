import { Checkbox, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Density } from '@ringside/core/contract/access/views.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnyRow, type CrudResource, fieldsFor, type RowId, type RowOf } from './crud-resource.ts';
import { ListHeading } from './ListHeading.tsx';
import { type ListCells, ListRow } from './ListRow.tsx';
import classes from './ResourceList.module.css';
import type { ListSearch } from './list-search.ts';
import { useResourceText } from './use-resource-text.ts';

interface Props<R extends CrudResource> {
  readonly resource: R;
  readonly columns: readonly string[];
  readonly cells?: Readonly<Record<string, (row: RowOf<R>) => ReactNode>>;
  readonly actions?: (row: RowOf<R>) => ReactNode;
  /** undefined while loading. */
  readonly rows: readonly RowOf<R>[] | undefined;
  readonly density: Density;
  readonly faded: boolean;
  readonly search: ListSearch;
  readonly onChange: (change: { sort?: string }) => void;
  /** null: rows cannot be selected. */
  readonly chosen: ReadonlySet<RowId> | null;
  readonly onChoose: (chosen: ReadonlySet<RowId>) => void;
}

/** Above this number of rows, only the visible rows are rendered. */
const MANY = 100;
const ROW_PIXELS: Readonly<Record<Density, number>> = { comfortable: 42, compact: 30 };

export function ListRows<R extends CrudResource>(props: Props<R>) {
  const { resource, columns, density, chosen } = props;
  // New rows render a few at a time, so that the page stays responsive. The old rows stay until all new ones are ready.
  const rows = useDeferredValue(props.rows);
  const cells = useDeferredValue(props.cells);
  const actions = useDeferredValue(props.actions);
  const scroller = useRef<HTMLDivElement>(null);
  const named = columns.join();
  // Keep the same array between renders, so that unchanged rows do not render again.
  const shown = useMemo(() => {
    const declared = fieldsFor(resource, 'list');
    return named.split(',').flatMap((name) => declared.filter(([n]) => n === name));
  }, [resource, named]);
  const sight = useRowsInSight(rows?.length ?? 0, density, scroller);
  const choose = useChoose(props);
  const width = shown.length + (chosen ? 1 : 0) + (actions ? 1 : 0);
  return (
    <div ref={scroller} className={classes['scroll']} data-faded={props.faded || undefined} data-density={density}>
      {/* Explicit roles, because the phone layout shows rows as cards and their CSS removes the table semantics. */}
      <table
        className={classes['table']}
        role="table"
        aria-busy={rows === undefined || rows !== props.rows || props.faded}
        aria-rowcount={sight ? (rows?.length ?? 0) + 1 : undefined}
      >
        <Head {...props} shown={shown.map(([name, field]) => [name, field.kind === 'number'])} />
        <tbody role="rowgroup">
          {rows === undefined ? (
            <LoadingRows columns={shown.map(([name]) => name)} before={chosen !== null} after={actions !== undefined} />
          ) : (
            <>
              <Gap pixels={sight?.before ?? 0} width={width} />
              {(sight ? sight.indexes : [...rows.keys()]).map((index) => {
                const row = rows[index] as RowOf<R>;
                const { id }: AnyRow = row;
                return (
                  <ListRow
                    key={String(id)}
                    resource={resource}
                    row={row}
                    index={index}
                    shown={shown}
                    cells={cells as ListCells | undefined}
                    actions={actions as ((row: unknown) => ReactNode) | undefined}
                    chosen={chosen === null ? null : chosen.has(id)}
                    onChoose={choose}
                  />
                );
              })}
              <Gap pixels={sight?.after ?? 0} width={width} />
            </>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Keeps one function for all renders. It reads the current selection when called. */
const useChoose = <R extends CrudResource>({ chosen, onChoose }: Props<R>) => {
  const now = useRef({ chosen, onChoose });
  useEffect(() => {
    now.current = { chosen, onChoose };
  });
  return useCallback((id: RowId, on: boolean): void => {
    const next = new Set(now.current.chosen);
    if (on) next.add(id);
    else next.delete(id);
    now.current.onChoose(next);
  }, []);
};

/** Returns the visible rows of a long list; null when all rows are rendered. The card layout of phones always renders all rows. */
const useRowsInSight = (count: number, density: Density, scroller: React.RefObject<HTMLDivElement | null>) => {
  const wide = useMediaQuery('(min-width: 60em)', true);
  const long = wide && count > MANY;
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: long ? count : 0,
    // A short list ignores scroll events, which would cause renders.
    enabled: long,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS[density],
    overscan: 12,
  });
  if (!long) return null;
  const items = virtual.getVirtualItems();
  return {
    indexes: items.map((item) => item.index),
    before: items[0]?.start ?? 0,
    after: Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)),
  };
};

function Gap({ pixels, width }: { readonly pixels: number; readonly width: number }) {
  return pixels > 0 ? (
    <tr aria-hidden="true" className={classes['gap']}>
      <td colSpan={width} style={{ height: pixels }} />
    </tr>
  ) : null;
}

function Head<R extends CrudResource>({
  resource,
  rows,
  shown,
  search,
  onChange,
  actions,
  chosen,
  onChoose,
}: Props<R> & { readonly shown: readonly (readonly [name: string, end: boolean])[] }) {
  const { t } = useTranslation('common');
  const texts = useResourceText(resource.name);
  const ids = (rows ?? []).map((row) => row.id);
  const count = ids.filter((id) => chosen?.has(id)).length;
  return (
    <thead role="rowgroup">
      <tr role="row">
        {chosen ? (
          <th role="columnheader" className={classes['choose']}>
            <Checkbox
              size="xs"
              aria-label={t('bulk.chooseAll')}
              checked={count > 0 && count === ids.length}
              indeterminate={count > 0 && count < ids.length}
              onChange={(e) => onChoose(new Set(e.currentTarget.checked ? ids : []))}
            />
          </th>
        ) : null}
        {shown.map(([name, end]) => (
          <ListHeading
            key={name}
            label={texts.field(name)}
            end={end}
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
  );
}

/** Empty placeholder rows, so that the page does not jump when the data arrives. */
function LoadingRows({
  columns,
  before,
  after,
}: {
  readonly columns: readonly string[];
  readonly before: boolean;
  readonly after: boolean;
}) {
  return Array.from({ length: 6 }, (_, i) => (
    <tr key={i} role="row">
      {before ? <td role="cell" className={classes['choose']} /> : null}
      {columns.map((name) => (
        <td key={name} role="cell">
          <Skeleton height={14} my={4} width={`${55 + ((i * 17 + name.length * 7) % 40)}%`} />
        </td>
      ))}
      {after ? <td role="cell" /> : null}
    </tr>
  ));
}
