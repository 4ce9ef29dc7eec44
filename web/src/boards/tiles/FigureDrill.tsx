import type { BoardQueue } from '@ringside/core/contract/boards/wallboard.ts';
import type { CallOrder, CallSet } from '@ringside/core/reports/call-sets.ts';
import type { WallFigure } from '@ringside/core/boards/wall-figures.ts';
import type { CSSProperties, ReactNode } from 'react';
import { useCan } from '../../data/api/use-can.ts';
import { TodayCount } from '../../reports/drill-down/TodayCount.tsx';
import { store } from '../../data/live/live.ts';
import { EachNow } from './EachNow.tsx';
import { EachQueue } from './EachQueue.tsx';
import { useWall } from './wall-context.ts';
import { keyOf } from './wall-values.ts';
import { WallLink } from './WallLink.tsx';

interface Props {
  readonly figure: WallFigure;
  readonly value: number | null;
  readonly queues: readonly BoardQueue[];
  readonly className: string | undefined;
  readonly style: CSSProperties;
  readonly children: ReactNode;
}

/** Call sets behind the figures of the day. Other figures are live. */
const CALLS: Readonly<Partial<Record<WallFigure, readonly [CallSet, CallOrder]>>> = {
  serviceLevel: ['serviceLevel', 'at'],
  received: ['received', 'at'],
  answered: ['answered', 'at'],
  abandoned: ['abandonedLong', 'at'],
  averageWait: ['answered', 'wait'],
  averageTalk: ['completed', 'talk'],
};

/** Links a figure to its drill-down if a user is signed in: its calls of today, or the current callers and agents. */
export function FigureDrill(props: Props) {
  const { drill } = useWall();
  const { className, style, children, queues, value } = props;
  if (drill && queues.length > 0 && value !== null) return <Followed {...props} />;
  return (
    <div className={className} style={style}>
      {children}
    </div>
  );
}

function Followed({ figure, value, queues, className, style, children }: Props) {
  const can = useCan();
  const calls = CALLS[figure];
  const [only, other] = queues;
  const plain = (
    <div className={className} style={style}>
      {children}
    </div>
  );
  if (calls === undefined && other !== undefined && can('read', 'dashboard'))
    return <EachNow {...{ figure, queues, className, style }}>{children}</EachNow>;
  if (calls === undefined || only === undefined)
    return (
      <WallLink queues={queues} className={className} style={style} otherwise={plain}>
        {children}
      </WallLink>
    );
  if (!can('read', 'cdr')) return plain;
  const [set, order] = calls;
  const counted = figure !== 'serviceLevel' && !figure.startsWith('average');
  if (other !== undefined)
    return <EachQueue {...{ figure, queues, set, order, counted, className, style }}>{children}</EachQueue>;
  const row = store.row('queues', keyOf(only));
  if (row === undefined) return plain;
  const common = { row, label: only.label, set, className, style };
  return (
    <TodayCount {...common} {...(order === 'at' ? {} : { order })} none={counted && value === 0} otherwise={plain}>
      {children}
    </TodayCount>
  );
}
