import { Tooltip } from '@mantine/core';
import type { TimeGroup } from '@ringside/core/reports/queue-report.ts';
import { EyeOff } from 'lucide-react';
import classes from './Gaps.module.css';
import { useGaps } from './gaps-context.ts';
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
  const { unseen } = useGapWords();
  if (touching.length === 0) return null;
  const words = touching.slice(0, MOST).map(unseen).join('; ');
  const said = touching.length > MOST ? `${words}; …` : words;
  return (
    <Tooltip label={said} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes['mark']} role="img" aria-label={said} data-gap="true">
        <EyeOff size={12} aria-hidden="true" />
      </span>
    </Tooltip>
  );
}
