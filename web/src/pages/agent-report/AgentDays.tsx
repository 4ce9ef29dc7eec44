import { Button, CloseButton, Tooltip } from '@mantine/core';
import { agentTimelineRoute } from '@ringside/core/contract/agent-report.ts';
import type { AgentTimelineAnswer } from '@ringside/core/contract/agent-report.ts';
import { formatDuration } from '@ringside/core/format/duration.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { addDays, daysBetween, startOfDay } from '@ringside/core/metrics/report-period.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCan } from '../../api/use-can.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { useGaps } from '../../gaps/gaps-context.ts';
import { useGapWords } from '../../gaps/use-gap-words.ts';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import layout from '../../ui/report/Report.module.css';
import classes from './AgentReportPage.module.css';
import type { Days } from '../../ui/report/report-days.ts';
import { MOST_LINE_DAYS } from './agent-report-search.ts';
import table from '../../ui/report/ReportTable.module.css';
import { dayName } from './use-row-name.ts';

interface Props {
  readonly agent: string;
  readonly serverId: number;
  readonly days: Days;
  readonly query: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** One agent's days: what he did when, and the sessions, pauses and calls behind his figures. */
export function AgentDays({ agent, serverId, days, query, onClose }: Props) {
  const { t } = useTranslation(['agent-report', 'common']);
  const errorText = useErrorText();
  const tooLong = daysBetween(days.from, days.to) > MOST_LINE_DAYS;
  const line = useQuery({
    queryKey: ['agent-timeline', agent, serverId, query],
    queryFn: ({ signal }) => call(agentTimelineRoute, { query: { ...query, serverId, interface: agent }, signal }),
    enabled: !tooLong,
  });
  const close = <CloseButton aria-label={t('common:actions.close')} onClick={onClose} />;
  if (tooLong || line.data === undefined)
    return (
      <Panel title={agent} actions={close}>
        <p className={layout['dim']}>
          {tooLong ? t('fewerDays', { n: MOST_LINE_DAYS }) : line.isError ? errorText(line.error) : t('loading')}
        </p>
      </Panel>
    );
  return (
    <Panel title={t('daysOf', { name: line.data.name })} description={t('daysHint')} actions={close}>
      <div className={layout['page']}>
        <DayLines line={line.data} days={days} />
        <Details line={line.data} />
      </div>
    </Panel>
  );
}

interface LineProps {
  readonly line: AgentTimelineAnswer;
}

const useClock = (timeZone: string) => {
  const { i18n } = useTranslation();
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium', timeZone });
  return {
    time: (at: string): string => time.format(new Date(at)),
    moment: (at: string): string =>
      `${dayName(dayOf(Date.parse(at), timeZone), i18n.language)} ${time.format(new Date(at))}`,
  };
};

/** A line a day, from midnight to midnight on the customer's clock. */
function DayLines({ line, days }: LineProps & { readonly days: Days }) {
  const { t, i18n } = useTranslation('agent-report');
  const { time } = useClock(line.timeZone);
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
        const said = [...sums].map(([s, n]) => `${t(`states.${s as 'talk'}`)} ${formatDuration(n)}`).join(', ');
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

const PARTS = ['sessions', 'pauses', 'calls'] as const;

function Details({ line }: LineProps) {
  const { t } = useTranslation('agent-report');
  const [part, setPart] = useState<(typeof PARTS)[number]>('sessions');
  return (
    <div>
      <div className={classes['tabs']} role="group" aria-label={t('behind')}>
        {PARTS.map((key) => (
          <Button
            key={key}
            size="xs"
            variant={key === part ? 'light' : 'subtle'}
            color={key === part ? undefined : 'gray'}
            aria-pressed={key === part}
            onClick={() => setPart(key)}
          >
            {t(`parts.${key}`, { count: line[key].length })}
          </Button>
        ))}
      </div>
      {part === 'sessions' ? (
        <Sessions line={line} />
      ) : part === 'pauses' ? (
        <Pauses line={line} />
      ) : (
        <Calls line={line} />
      )}
    </div>
  );
}

function Rows({
  label,
  heads,
  children,
}: {
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={table['scroll']} tabIndex={0} role="region" aria-label={label}>
      <table className={table['table']}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const lasted = (s: { readonly from: string; readonly to: string }): string =>
  formatDuration(Math.round((Date.parse(s.to) - Date.parse(s.from)) / 1000));

function Mended({ repairs }: { readonly repairs: AgentTimelineAnswer['sessions'][number]['repairs'] }) {
  const { t } = useTranslation('agent-report');
  return repairs.length === 0 ? '–' : <span>{repairs.map((r) => t(`repairs.${r}`)).join('; ')}</span>;
}

function Sessions({ line }: LineProps) {
  const { t } = useTranslation('agent-report');
  const { moment } = useClock(line.timeZone);
  const heads = [t('begin'), t('end'), t('duration'), t('queues'), t('mended')];
  return (
    <Rows label={t('parts.sessions', { count: line.sessions.length })} heads={heads}>
      {line.sessions.map((s) => (
        <tr key={s.from}>
          <th scope="row">{moment(s.from)}</th>
          <td data-label={heads[1]}>{s.open ? t('goesOn') : moment(s.to)}</td>
          <td data-label={heads[2]}>
            <Num>{lasted(s)}</Num>
          </td>
          <td data-label={heads[3]}>
            <bdi>{s.queues.join(', ')}</bdi>
          </td>
          <td data-label={heads[4]}>
            <Mended repairs={s.repairs} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

function Pauses({ line }: LineProps) {
  const { t } = useTranslation('agent-report');
  const { moment } = useClock(line.timeZone);
  const heads = [t('begin'), t('end'), t('duration'), t('reason'), t('mended')];
  return (
    <Rows label={t('parts.pauses', { count: line.pauses.length })} heads={heads}>
      {line.pauses.map((p) => (
        <tr key={p.from}>
          <th scope="row">{moment(p.from)}</th>
          <td data-label={heads[1]}>{p.open ? t('goesOn') : moment(p.to)}</td>
          <td data-label={heads[2]}>
            <Num>{lasted(p)}</Num>
          </td>
          <td data-label={heads[3]}>{p.label === '' ? t('noReason') : p.label}</td>
          <td data-label={heads[4]}>
            <Mended repairs={p.repairs} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

function Calls({ line }: LineProps) {
  const { t } = useTranslation('agent-report');
  const { moment } = useClock(line.timeZone);
  const can = useCan();
  const heads = [t('begin'), t('caller'), t('groups.queue'), t('rang'), t('figures.talkSeconds'), t('mended')];
  const dayAt = (at: string): string => dayOf(Date.parse(at), line.timeZone);
  return (
    <Rows label={t('parts.calls', { count: line.calls.length })} heads={heads}>
      {line.calls.map((c) => {
        const number = <bdi dir="ltr">{c.caller?.number || c.caller?.raw || '–'}</bdi>;
        const search = { from: dayAt(c.from), to: dayAt(c.to), q: c.uniqueid };
        return (
          <tr key={`${c.from} ${c.uniqueid}`}>
            <th scope="row">{moment(c.from)}</th>
            <td data-label={heads[1]}>
              {can('read', 'cdr') && c.uniqueid !== '' ? (
                <Link to="/reports/cdr" search={search as never} className={table['open']}>
                  {number}
                </Link>
              ) : (
                number
              )}
              {c.callerName === '' ? null : <bdi className={table['more']}>{c.callerName}</bdi>}
            </td>
            <td data-label={heads[2]}>{c.queueLabel}</td>
            <td data-label={heads[3]}>
              <Num>{formatDuration(c.ringSeconds)}</Num>
            </td>
            <td data-label={heads[4]}>
              {c.missed ? (
                t('missedCall')
              ) : c.open ? (
                t('goesOn')
              ) : (
                <Num>{c.talkSeconds === null ? lasted(c) : formatDuration(c.talkSeconds)}</Num>
              )}
            </td>
            <td data-label={heads[5]}>
              <Mended repairs={c.repairs} />
            </td>
          </tr>
        );
      })}
    </Rows>
  );
}
