import { linkSearch } from '../../data/base/link-search.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import table from '../../ui/report/ReportTable.module.css';

interface Props {
  /** Id of the row's call; `null` if there is none. */
  readonly callId: string | null;
  readonly moment: ReactNode;
  /** The first heading belongs to the time. */
  readonly heads: readonly string[];
  readonly cells: readonly ReactNode[];
}

/** One row of a drill-down: its time with a link to the call, and its cells. */
export function DrillDownRow({ callId, moment, heads, cells }: Props) {
  return (
    <tr>
      <th scope="row">
        {callId === null ? (
          moment
        ) : (
          <Link to="/reports/cdr" search={linkSearch({ call: callId })} className={table['open']}>
            {moment}
          </Link>
        )}
      </th>
      {cells.map((cell, i) => (
        <td key={heads[i + 1]} data-label={heads[i + 1]}>
          {cell}
        </td>
      ))}
    </tr>
  );
}
