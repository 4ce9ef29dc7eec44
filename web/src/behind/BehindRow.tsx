import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import table from '../ui/report/ReportTable.module.css';

interface Props {
  /** Of the call that the row tells of, or led to; null when there is none. */
  readonly callId: string | null;
  readonly moment: ReactNode;
  /** The first is the moment's. */
  readonly heads: readonly string[];
  readonly cells: readonly ReactNode[];
}

/** A row behind a figure: when it was, leading to its call, and what is told of it. */
export function BehindRow({ callId, moment, heads, cells }: Props) {
  return (
    <tr>
      <th scope="row">
        {callId === null ? (
          moment
        ) : (
          <Link to="/reports/cdr" search={{ call: callId } as never} className={table['open']}>
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
