import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { useTranslation } from 'react-i18next';
import { formatDrillDown } from '../drill-down/drill-down-query.ts';
import { FigureTile } from '../../ui/report/FigureTile.tsx';
import layout from '../../ui/report/Report.module.css';
import { type FigureKind, useChange } from '../../ui/report/use-change.ts';
import { useFormat } from '../../ui/use-format.ts';
import { momentDrillDown } from './moment-drill-down.ts';

const TILES = [
  ...(['sessions', 'sessionSeconds', 'talkSeconds', 'pauseSeconds', 'idleSeconds', 'wrapupSeconds'] as const),
  ...(['taken', 'missed', 'handleSeconds', 'occupancy', 'utilisation', 'averageSessionSeconds'] as const),
] as const;
type Tile = (typeof TILES)[number];

const kindOf = (key: Tile): FigureKind => {
  if (key.endsWith('Seconds')) return 'time';
  return key === 'occupancy' || key === 'utilisation' ? 'share' : 'count';
};

interface Props {
  readonly report: AgentReport;
  /** Description of the previous period. */
  readonly before: string;
}

/** Totals of the report next to those of the previous period. Each has an explanation on hover and focus. */
export function TimeTotals({ report: { totals, previous, agents }, before }: Props) {
  const { t } = useTranslation('agent-report');
  const { number, percent } = useFormat();
  const changeOf = useChange(before);
  const written = (key: Tile): string => {
    const value = totals[key];
    if (kindOf(key) === 'time') return value === null ? '–' : formatDuration(value);
    return kindOf(key) === 'share' ? percent(value) : number(value ?? 0);
  };
  const part = (seconds: number): string =>
    percent(totals.sessionSeconds > 0 ? (seconds / totals.sessionSeconds) * 100_000 : null);
  const notes: Partial<Record<Tile, string>> = {
    sessions: t('agents', { count: agents.length }),
    talkSeconds: part(totals.talkSeconds),
    pauseSeconds: part(totals.pauseSeconds),
    idleSeconds: part(totals.idleSeconds),
    wrapupSeconds: part(totals.wrapupSeconds),
    sessionSeconds: totals.repairs > 0 ? t('repaired', { count: totals.repairs }) : '',
    averageSessionSeconds:
      totals.shortestSessionSeconds === null || totals.longestSessionSeconds === null
        ? ''
        : t('fromTo', {
            shortest: formatDuration(totals.shortestSessionSeconds),
            longest: formatDuration(totals.longestSessionSeconds),
          }),
  };
  return (
    <section className={layout['strip']} data-columns={6} aria-label={t('totals')}>
      {TILES.map((key) => (
        <FigureTile
          key={key}
          label={t(`figures.${key}`)}
          value={written(key)}
          note={notes[key] ?? ''}
          // Without agents in the previous period there is no comparison.
          change={previous.agents === 0 ? null : changeOf(kindOf(key), totals[key], previous.totals[key])}
          explained={t(`explained.${key}`)}
          behind={(address) => ({ ...address, behind: formatDrillDown(momentDrillDown(key)) })}
        />
      ))}
    </section>
  );
}
