import { keyed } from '../../locales/keyed.ts';
import { Tooltip } from '@mantine/core';
import type { AgentTimelineAnswer } from '@ringside/core/contract/reports/agent-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { addDays, daysBetween, startOfDay } from '@ringside/core/reports/report-period.ts';
import { useTranslation } from 'react-i18next';
import { useGaps } from '../../calls/gap/gaps-context.ts';
import { useGapWords } from '../../calls/gap/use-gap-words.ts';
import layout from '../../ui/report/Report.module.css';
import type { Days } from '../../ui/report/report-days.ts';
import classes from './AgentReportPage.module.css';
import { useLineClock } from './use-line-clock.ts';
import { dayName } from './use-row-name.ts';

interface Props {
  readonly line: AgentTimelineAnswer;
  readonly days: Days;
}

/** One line per day, from midnight to midnight in the customer's time zone. */
export function DayLines({ line, days }: Props) {
  const { t, i18n } = useTranslation('agent-report');
  const { time } = useLineClock(line.timeZone);
  const all = Array.from({ length: daysBetween(days.from, days.to) + 1 }, (_, i) => addDays(days.from, i));
  const shown = all.flatMap((day) => {
    const from = startOfDay(day, line.timeZone);
    const to = startOfDay(addDays(day, 1), line.timeZone);
    const states = line.states.flatMap((s) => {
      const cut = { from: Math.max(from, Date.parse(s.from)), to: Math.min(to, Date.parse(s.to)) };
      return cut.to > cut.from ? [{ ...s, cut }] : [];
    });
    return states.length === 0 ? [] : [{ day, from, to, states }];
  });
  const unseen = useGaps().touching({ group: 'all' }, line.serverId);
  const words = useGapWords();
  if (shown.length === 0) return <p className={layout['dim']}>{t('notThere')}</p>;
  return (
    <ol className={classes['days']} aria-label={t('timeLine')}>
      <li className={classes['hours']} aria-hidden="true">
        <span />
        <span dir="ltr">
          {[0, 6, 12, 18, 24].map((hour) => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {hour}
            </span>
          ))}
        </span>
      </li>
      {shown.map(({ day, from, to, states }) => {
        const sums = new Map<string, number>();
        for (const { state, cut } of states) sums.set(state, (sums.get(state) ?? 0) + (cut.to - cut.from) / 1000);
        const said = [...sums].map(([s, n]) => `${keyed(t)(`states.${s}`)} ${formatDuration(n)}`).join(', ');
        return (
          <li key={day}>
            <span className={classes['barName']}>{dayName(day, i18n.language)}</span>
            <span className={classes['line']} dir="ltr" role="img" aria-label={said}>
              {states.map(({ state, reason, cut }) => (
                <Tooltip
                  key={cut.from}
                  label={`${reason || t(`states.${state}`)} · ${time(new Date(cut.from).toISOString())}–${time(new Date(cut.to).toISOString())}`}
                >
                  <span
                    data-state={state}
                    style={{
                      left: `${((cut.from - from) / (to - from)) * 100}%`,
                      width: `${((cut.to - cut.from) / (to - from)) * 100}%`,
                    }}
                  />
                </Tooltip>
              ))}
              {unseen.map((gap) => {
                const cut = { from: Math.max(from, gap.fromAt), to: Math.min(to, gap.toAt) };
                return cut.to <= cut.from ? null : (
                  <Tooltip key={gap.id} label={words.unseen(gap)}>
                    <span
                      data-state="unseen"
                      role="img"
                      aria-label={words.unseen(gap)}
                      style={{
                        left: `${((cut.from - from) / (to - from)) * 100}%`,
                        width: `${((cut.to - cut.from) / (to - from)) * 100}%`,
                      }}
                    />
                  </Tooltip>
                );
              })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
