import { Tooltip } from '@mantine/core';
import type { AgentFigures } from '@ringside/core/contract/agent-report.ts';
import { formatDuration } from '@ringside/core/format/duration.ts';
import { useTranslation } from 'react-i18next';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { useFormat } from '../../ui/use-format.ts';
import layout from '../../ui/report/Report.module.css';

const TILES = [
  ...(['sessions', 'sessionSeconds', 'talkSeconds', 'pauseSeconds', 'idleSeconds', 'wrapupSeconds'] as const),
  ...(['taken', 'missed', 'handleSeconds', 'occupancy', 'utilisation', 'averageSessionSeconds'] as const),
] as const;

/** Totals of the report. Each says on hover and focus how it is made. */
export function TimeTotals({ totals, agents }: { readonly totals: AgentFigures; readonly agents: number }) {
  const { t } = useTranslation('agent-report');
  const { number, percent } = useFormat();
  const written = (key: (typeof TILES)[number]): string => {
    const value = totals[key];
    if (key.endsWith('Seconds')) return value === null ? '–' : formatDuration(value);
    return key === 'occupancy' || key === 'utilisation' ? percent(value) : number(value ?? 0);
  };
  const part = (seconds: number): string =>
    percent(totals.sessionSeconds > 0 ? (seconds / totals.sessionSeconds) * 100_000 : null);
  const notes: Partial<Record<(typeof TILES)[number], string>> = {
    sessions: t('agents', { count: agents }),
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
        <Tooltip
          key={key}
          multiline
          w={290}
          events={{ hover: true, focus: true, touch: true }}
          label={t(`explained.${key}`)}
        >
          {/* It explains itself to whoever reaches it by keyboard. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={layout['tile']} data-explained tabIndex={0} role="note">
            <FigureStat label={t(`figures.${key}`)} value={written(key)} note={notes[key] ?? ''} />
          </div>
        </Tooltip>
      ))}
    </section>
  );
}
