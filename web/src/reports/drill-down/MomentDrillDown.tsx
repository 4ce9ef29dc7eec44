import { type AgentMoment, listAgentMoments } from '@ringside/core/contract/reports/agent-moments.ts';
import { listOwnMoments } from '@ringside/core/contract/desk/agent-page.ts';
import type { MomentSet } from '@ringside/core/reports/agent-moments.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { Num } from '../../ui/Num.tsx';
import { BehindDrawer, type Page } from './BehindDrawer.tsx';
import { DrillDownRow } from './DrillDownRow.tsx';
import classes from './BehindDrawer.module.css';
import { useMoment } from './use-moment.ts';

/** The JSON response. With a format, the route returns a file instead. */
type Answer = Page<AgentMoment> & { readonly meta: { readonly seconds: number } };

interface Props {
  /** Name of the agent or day that the figure belongs to; '' for all. */
  readonly of: string;
  /** Filters of the report and the set. */
  readonly asked: Readonly<Record<string, string | number>> & { readonly timeZone: string };
  /** Drill-down of the agent's own day, for agents without access to reports. */
  readonly own?: boolean;
  readonly onClose: () => void;
}

/** Figure whose name each set uses. */
const NAMES = {
  sessions: 'figures.sessions',
  presence: 'figures.sessionSeconds',
  talk: 'figures.talkSeconds',
  pause: 'figures.pauseSeconds',
  wrapup: 'figures.wrapupSeconds',
  idle: 'figures.idleSeconds',
  busy: 'figures.occupancy',
  taken: 'figures.taken',
  missed: 'figures.missed',
  completed: 'figures.completed',
  pauses: 'pause.count',
  over: 'pause.over',
  repairs: 'figures.repairs',
} as const satisfies Record<MomentSet, string>;

/** Sessions, time spans, pauses and calls that add up to a figure. */
export function MomentDrillDown({ of, asked, own = false, onClose }: Props) {
  const { t } = useTranslation(['agent-report', 'report', 'cdr']);
  const set = (asked['set'] ?? 'sessions') as MomentSet;
  const name = t(NAMES[set] ?? NAMES.sessions);
  const heads = [t('begin'), t('end'), t('groups.agent'), t('report:behind.what'), t('duration'), t('mended')];
  // In the order of the file's columns.
  const headings = [
    ...[
      t('begin'),
      t('end'),
      t('groups.agent'),
      t('report:behind.what'),
      t('reason'),
      t('groups.queue'),
      t('duration'),
    ],
    ...[t('cdr:exported.source'), t('cdr:exported.sourceName'), t('mended')],
  ];
  return (
    <BehindDrawer
      title={of === '' ? name : `${name} · ${of}`}
      asked={asked}
      heads={heads}
      file={{ path: (own ? listOwnMoments : listAgentMoments).path, headings }}
      onClose={onClose}
      read={(page, signal) => {
        const input = { query: { ...asked, ...page } as never, signal };
        return (own ? call(listOwnMoments, input) : call(listAgentMoments, input)) as Promise<Answer>;
      }}
      summary={({ meta }) => (
        <span>
          {t('report:behind.together')} <Num>{formatDuration(meta.seconds)}</Num>
        </span>
      )}
    >
      {(row: AgentMoment, index) => <MomentRow key={index} row={row} heads={heads} zone={asked.timeZone} />}
    </BehindDrawer>
  );
}

interface RowProps {
  readonly row: AgentMoment;
  readonly heads: readonly string[];
  readonly zone: string;
}

const useWhat = () => {
  const { t } = useTranslation(['agent-report', 'report']);
  return ({ kind, label, queues }: AgentMoment): readonly [string, string] => {
    const where = queues.join(', ');
    if (kind === 'session') return [t('report:behind.session'), where];
    if (kind === 'call') return [t('report:behind.call'), where];
    if (kind === 'missed') return [t('figures.missed'), where];
    return [t(`states.${kind}`), kind === 'pause' ? label || t('noReason') : where];
  };
};

function MomentRow({ row, heads, zone }: RowProps) {
  const { t } = useTranslation('agent-report');
  const moment = useMoment(zone);
  const [what, more] = useWhat()(row);
  const cells = [
    row.open ? t('goesOn') : moment(row.to),
    <bdi key="name">{row.name}</bdi>,
    <span key="what" className={classes['pair']}>
      {what}
      {more === '' ? null : <bdi className={classes['dim']}>{more}</bdi>}
      {row.caller === null ? null : (
        <bdi className={classes['dim']} dir="ltr">
          {row.caller.number || row.caller.raw}
        </bdi>
      )}
    </span>,
    <Num key="time">{formatDuration(row.seconds)}</Num>,
    row.repairs.length === 0 ? '–' : row.repairs.map((one) => t(`repairs.${one}`)).join('; '),
  ];
  return <DrillDownRow callId={row.callId} moment={moment(row.from)} heads={heads} cells={cells} />;
}
