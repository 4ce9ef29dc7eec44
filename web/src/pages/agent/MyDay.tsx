import { Tooltip } from '@mantine/core';
import type { AgentPage } from '@ringside/core/contract/agent-page.ts';
import { formatDuration } from '@ringside/core/format/duration.ts';
import { useTranslation } from 'react-i18next';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './AgentPage.module.css';

const TILES = [
  ...(['sessionSeconds', 'talkSeconds', 'pauseSeconds'] as const),
  ...(['taken', 'missed', 'handleSeconds', 'occupancy'] as const),
] as const;

/** My figures of today beside the average of the team. Each says on hover and focus how it is made. */
export function MyDay({ page }: { readonly page: AgentPage }) {
  const { t } = useTranslation(['agent', 'agent-report']);
  const { number, percent } = useFormat();
  const { today, team } = page;
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
          <Tooltip
            key={key}
            multiline
            w={290}
            events={{ hover: true, focus: true, touch: true }}
            label={`${t(`agent-report:explained.${key}`)} ${how}`}
          >
            {/* It explains itself to whoever reaches it by keyboard. */}
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div className={classes['tile']} tabIndex={0} role="note">
              <FigureStat
                label={t(`agent-report:figures.${key}`)}
                value={written(key, today[key])}
                note={team === null ? '' : t('team', { value: written(key, team[key]) })}
              />
            </div>
          </Tooltip>
        ))}
      </div>
    </section>
  );
}
