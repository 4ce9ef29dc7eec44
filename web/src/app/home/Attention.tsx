import { Button, Skeleton } from '@mantine/core';
import { type Endpoint, endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ShieldX, TriangleAlert, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { listQuery } from '../../data/list/resource-queries.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Attention.module.css';
import { useOpenInvoices } from './OpenMatters.tsx';
import { type Matter, useMatters } from './use-matters.ts';

const LOOK_AGAIN_MS = 10_000;

interface Props {
  /** Number of queues below the target or with callers waiting too long; null: not known yet. */
  readonly queues: number | null;
  readonly platform: boolean;
}

/** Shows PBX servers, their configuration, data gaps and warnings. Says "All is well" only when nothing on this page needs attention. */
export function Attention({ queues, platform }: Props) {
  const { t } = useTranslation(['home', 'common']);
  const errorText = useErrorText();
  const list = useQuery({ ...listQuery(endpoints, { perPage: 500 }), refetchInterval: LOOK_AGAIN_MS });
  const matters = useMatters();
  const invoices = useOpenInvoices(platform);
  if (list.isPending) return <Skeleton height={72} radius="lg" />;
  if (list.isError && !list.data) {
    return (
      <Panel title={t('attention.title')} flush>
        <EmptyState
          compact
          tone="bad"
          icon={TriangleAlert}
          title={errorText(list.error)}
          action={
            <Button variant="default" size="xs" onClick={() => void list.refetch()}>
              {t('common:actions.retry')}
            </Button>
          }
        />
      </Panel>
    );
  }
  const rows = list.data?.data ?? [];
  // Without a server there is nothing to monitor. The set-up steps cover this case.
  if (rows.length === 0) return null;
  const troubled = rows.filter((e) => troubleOf(e) !== null);
  const watched = rows.filter((e) => e.linkState === 'up').length;
  const others = [...(matters ?? []), ...(queues ? [queueMatter(queues)] : [])];
  const quiet = troubled.length === 0 && others.length === 0;
  return (
    <Panel title={t('attention.title')} flush>
      <ul className={classes['list']}>
        {troubled.map((e) => (
          <Trouble key={e.id} endpoint={e} />
        ))}
        {watched === 0 && troubled.length === 0 ? <MatterRow matter={NO_SERVER} /> : null}
        {others.map((matter) => (
          <MatterRow key={matter.key} matter={matter} />
        ))}
        {quiet && watched > 0 ? (
          <li className={classes['item']} data-tone="ok">
            <CircleCheck size={20} aria-hidden="true" />
            <span className={classes['words']}>
              {matters !== null && queues === 0 && invoices === 0
                ? t('attention.allWell', { count: watched })
                : t('attention.connected', { count: watched })}
            </span>
          </li>
        ) : null}
      </ul>
    </Panel>
  );
}

const NO_SERVER: Matter = { key: 'noServer', tone: 'warn', count: 0, to: '/endpoints' };
const queueMatter = (count: number): Matter => ({ key: 'queues', tone: 'warn', count, to: '/dashboard' });

function MatterRow({ matter: { key, tone, count, name = '', to, params } }: { readonly matter: Matter }) {
  const { t } = useTranslation('home');
  return (
    <li className={classes['item']} data-tone={tone}>
      <TriangleAlert size={20} aria-hidden="true" />
      <span className={classes['words']}>{t(`attention.matters.${key}`, { count, name })}</span>
      <LinkButton to={to} {...(params ? { params: params as never } : {})} variant="default" size="xs">
        {t('office.look')}
      </LinkButton>
    </li>
  );
}

type Kind = 'away' | 'refused' | 'stalled' | 'lame';

const troubleOf = (e: Endpoint): Kind | null => {
  if (e.linkState === 'away' || e.linkState === 'refused' || e.linkState === 'stalled') return e.linkState;
  return e.linkState === 'up' && e.problems.length > 0 ? 'lame' : null;
};

function Trouble({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const kind = troubleOf(endpoint) ?? 'away';
  const Icon = kind === 'away' ? Unplug : kind === 'refused' ? ShieldX : TriangleAlert;
  return (
    <li className={classes['item']} data-tone={kind === 'lame' || kind === 'stalled' ? 'warn' : 'bad'}>
      <Icon size={20} aria-hidden="true" />
      <span className={classes['words']}>
        <strong>
          <bdi>{endpoint.name}</bdi>
        </strong>
        <span className={classes['what']}>
          {t(`attention.${kind}`)}
          {endpoint.linkSince && kind !== 'lame' && kind !== 'stalled'
            ? ` · ${t('attention.since', { date: format.dateTime(endpoint.linkSince) })}`
            : ''}
        </span>
      </span>
      <LinkButton to="/endpoints" search={{ form: String(endpoint.id) }} variant="default" size="xs">
        {t('attention.look')}
      </LinkButton>
    </li>
  );
}
