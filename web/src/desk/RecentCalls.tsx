import { ActionIcon } from '@mantine/core';
import type { AgentCall, AgentPage } from '@ringside/core/contract/desk/agent-page.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { PhoneCall } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActable } from '../data/live/hooks.ts';
import { Panel } from '../ui/Panel.tsx';
import { useFormat } from '../ui/use-format.ts';
import { useTell } from '../ui/use-tell.ts';
import classes from './AgentPage.module.css';
import { useOwnCommand } from './use-own-command.ts';

/** The agent's last calls. Each can be called back. */
export function RecentCalls({ page }: { readonly page: AgentPage }) {
  const { t } = useTranslation('agent');
  return (
    <Panel title={t('recent')} flush>
      {page.calls.length === 0 ? (
        <p className={classes['none']}>{t('noRecent')}</p>
      ) : (
        <ul className={classes['lines']} data-recent>
          {page.calls.map((c) => (
            <CallLine key={c.id} one={c} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function CallLine({ one }: { readonly one: AgentCall }) {
  const { t } = useTranslation(['agent', 'cdr']);
  const { dateTime } = useFormat();
  const tell = useTell();
  const actable = useActable(one.serverId);
  const { run, busy } = useOwnCommand();
  const { raw, number } = one.party;
  const ring = async (): Promise<void> => {
    if (await run(one.serverId, 'Call', { Number: raw })) tell.done(t('calling', { number: `\u2066${number}\u2069` }));
  };
  return (
    <li>
      <span className={classes['grow']}>
        <span className={classes['strong']}>
          <bdi dir="ltr">{number || t('noNumber')}</bdi> <bdi>{one.partyName}</bdi>
        </span>
        <span className={classes['dim']}>
          {dateTime(Date.parse(one.startAt))} · {t(`cdr:directions.${one.direction}`)} ·{' '}
          {t(`cdr:statuses.${one.status}`)} · <bdi dir="ltr">{formatDuration(one.talkSeconds)}</bdi>
          {one.queueLabel ? (
            <>
              {' · '}
              <bdi>{one.queueLabel}</bdi>
            </>
          ) : null}
        </span>
      </span>
      <ActionIcon
        variant="light"
        size={40}
        disabled={!actable || busy || !/\d/.test(raw)}
        aria-label={t('callNumber', { number })}
        onClick={() => void ring()}
      >
        <PhoneCall size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
