import { Tooltip } from '@mantine/core';
import type { TimeGroup } from '@ringside/core/reports/queue-report.ts';
import { EyeOff } from 'lucide-react';
import classes from './Gaps.module.css';
import { type ShownGap, useGaps } from './gaps-context.ts';
import { useGapWords } from './use-gap-words.ts';

interface Props {
  /** Part of the report; absent: the whole period. `cell`: a cell of the weekly map. */
  readonly group?: TimeGroup | 'cell';
  readonly value?: string;
  readonly serverId?: number | null;
}

const MOST = 3;

/** Marks a figure, bar or row whose period has a data gap. Renders nothing without gaps. */
export function GapMark({ group, value, serverId = null }: Props) {
  const where = group === undefined || value === undefined ? ({ group: 'all' } as const) : { group, value };
  const touching = useGaps().touching(where, serverId);
  return touching.length === 0 ? null : <Mark gaps={touching} />;
}

/** Separate, because the formatters of its texts are costly to make and most figures have no gap. */
function Mark({ gaps }: { readonly gaps: readonly ShownGap[] }) {
  const { unseen } = useGapWords();
  const words = gaps.slice(0, MOST).map(unseen).join('; ');
  const said = gaps.length > MOST ? `${words}; …` : words;
  return (
    <Tooltip label={said} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes['mark']} role="img" aria-label={said} data-gap="true">
        <EyeOff size={12} aria-hidden="true" />
      </span>
    </Tooltip>
  );
}
