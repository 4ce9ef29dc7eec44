import type { AgentPage } from '@ringside/core/contract/desk/agent-page.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { momentSetOf } from '@ringside/core/reports/agent-moments.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDrillDown, formatDrillDown } from '../reports/drill-down/drill-down-query.ts';
import { i18n } from '../locales/i18n.ts';
import { FigureTile } from '../ui/report/FigureTile.tsx';
import { useAddress } from '../ui/report/use-address.ts';
import { useFormat } from '../ui/use-format.ts';
import classes from './AgentPage.module.css';

/** Loaded on the first click, with its texts. */
const MomentDrillDown = lazy(async () => {
  await i18n.loadNamespaces(['agent-report', 'report', 'cdr']);
  return { default: (await import('../reports/drill-down/MomentDrillDown.tsx')).MomentDrillDown };
});

const TILES = [
  ...(['sessionSeconds', 'talkSeconds', 'pauseSeconds'] as const),
  ...(['taken', 'missed', 'handleSeconds', 'occupancy'] as const),
] as const;

interface DaySearch {
  /** The figure whose drill-down is open. */
  readonly behind?: string;
}
const readDaySearch = ({ behind }: Readonly<Record<string, unknown>>): DaySearch =>
  typeof behind === 'string' && behind !== '' ? { behind } : {};

/** The agent's figures of today next to the team average, each with an explanation and a drill-down. */
export function MyDay({ page }: { readonly page: AgentPage }) {
  const { t } = useTranslation(['agent', 'agent-report']);
  const { number, percent } = useFormat();
  const [{ behind }, change] = useAddress(readDaySearch);
  const { today, team, timeZone } = page;
  const written = (key: (typeof TILES)[number], value: number | null): string => {
    if (key === 'occupancy') return percent(value);
    if (!key.endsWith('Seconds')) return number(value ?? 0);
    return value === null ? '–' : formatDuration(value);
  };
  const how = team === null ? t('teamTooSmall') : t('teamHow', { count: team.agents });
  return (
    <section aria-label={t('day')}>
      <h2 className={classes['heading']}>{t('day')}</h2>
      <div className={classes['strip']}>
        {TILES.map((key) => (
          <FigureTile
            key={key}
            label={t(`agent-report:figures.${key}`)}
            value={written(key, today[key])}
            note={team === null ? '' : t('team', { value: written(key, team[key]) })}
            change={null}
            explained={`${t(`agent-report:explained.${key}`)} ${how}`}
            behind={today[key] ? (now) => ({ ...now, behind: formatDrillDown({ set: momentSetOf(key) }) }) : null}
          />
        ))}
      </div>
      {behind === undefined ? null : (
        <Suspense>
          <MomentDrillDown
            own
            of=""
            asked={{ ...parseDrillDown(behind), timeZone }}
            onClose={() => change({ behind: undefined })}
          />
        </Suspense>
      )}
    </section>
  );
}
