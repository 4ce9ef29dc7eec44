import { linkSearch } from '../../data/base/link-search.ts';
import { Button, CloseButton } from '@mantine/core';
import { getAgentTimeline } from '@ringside/core/contract/reports/agent-report.ts';
import type { AgentTimelineAnswer } from '@ringside/core/contract/reports/agent-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { daysBetween } from '@ringside/core/reports/report-period.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import layout from '../../ui/report/Report.module.css';
import classes from './AgentReportPage.module.css';
import type { Days } from '../../ui/report/report-days.ts';
import { MOST_LINE_DAYS } from './agent-report-search.ts';
import table from '../../ui/report/ReportTable.module.css';
import { DayLines } from './DayLines.tsx';
import { LineFile } from './LineFile.tsx';
import { useLineClock } from './use-line-clock.ts';

interface Props {
  readonly agent: string;
  readonly serverId: number;
  readonly days: Days;
  readonly query: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Days of one agent: timeline, and the sessions, pauses and calls behind the figures. */
export function AgentDays({ agent, serverId, days, query, onClose }: Props) {
  const { t } = useTranslation(['agent-report', 'common']);
  const errorText = useErrorText();
  const tooLong = daysBetween(days.from, days.to) > MOST_LINE_DAYS;
  const line = useQuery({
    queryKey: ['agent-timeline', agent, serverId, query],
    queryFn: async ({ signal }) => {
      const answer = await call(getAgentTimeline, { query: { ...query, serverId, interface: agent }, signal });
      if (!('sessions' in answer)) throw new TypeError('Expected a timeline, got a file');
      return answer;
    },
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
    <Panel
      title={t('daysOf', { name: line.data.name })}
      description={t('daysHint')}
      actions={
        <div className={classes['tools']}>
          <LineFile line={line.data} query={query} table="states" name={t('timeLine')} />
          {close}
        </div>
      }
    >
      <div className={layout['page']}>
        <DayLines line={line.data} days={days} />
        <Details line={line.data} query={query} />
      </div>
    </Panel>
  );
}

interface LineProps {
  readonly line: AgentTimelineAnswer;
}

const PARTS = ['sessions', 'pauses', 'calls'] as const;

function Details({ line, query }: LineProps & Pick<Props, 'query'>) {
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
        <LineFile line={line} query={query} table={part} name={t(`parts.${part}`, { count: line[part].length })} />
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
  const { moment } = useLineClock(line.timeZone);
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
  const { moment } = useLineClock(line.timeZone);
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
  const { moment } = useLineClock(line.timeZone);
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
                <Link to="/reports/cdr" search={linkSearch(search)} className={table['open']}>
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
