import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './ResourceList.module.css';

/** Column heading. `sort`: the field to sort by; absent if the column is not sortable. */
export function ListHeading({
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
