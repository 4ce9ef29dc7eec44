import type { ReactNode } from 'react';
import classes from './ReportTable.module.css';

interface GroupedRow {
  readonly key: string;
  readonly head: ReactNode;
  /** One cell per column. */
  readonly cells: readonly ReactNode[];
}

interface Props {
  readonly label: string;
  /** Heading of the first column. */
  readonly group: string;
  readonly columns: readonly { readonly key: string; readonly name: string; readonly title?: string | undefined }[];
  readonly rows: readonly GroupedRow[];
  /** Totals of all rows. */
  readonly total: GroupedRow;
}

/** Figures of a report by group: one row each, or one card each on a phone. */
export function GroupedTable({ label, group, columns, rows, total }: Props) {
  const line = ({ key, head, cells }: GroupedRow) => (
    <tr key={key}>
      <th scope="row">{head}</th>
      {columns.map((column, i) => (
        <td key={column.key} data-label={column.name}>
          {cells[i]}
        </td>
      ))}
    </tr>
  );
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={label}>
      <table className={classes['table']} data-wide={columns.length > 16 || undefined}>
        <thead>
          <tr>
            <th scope="col">{group}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col" title={column.title}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(line)}</tbody>
        {rows.length > 1 ? <tfoot>{line(total)}</tfoot> : null}
      </table>
    </div>
  );
}
