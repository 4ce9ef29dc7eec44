import type { ReactNode } from 'react';
import table from '../../ui/report/ReportTable.module.css';

interface Props {
  readonly label: string;
  /** `end`: end-aligned column, for amounts and counts. */
  readonly head: readonly { readonly label: string; readonly end?: boolean }[];
  readonly children: ReactNode;
}

/** Table that becomes cards on a phone, with labels from `data-label`. */
export function PaperTable({ label, head, children }: Props) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={table['scroll']} tabIndex={0} role="region" aria-label={label}>
      <table className={table['table']} data-lines="paper">
        <thead>
          <tr>
            {head.map((column) => (
              <th key={column.label} scope="col" data-end={column.end || undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
