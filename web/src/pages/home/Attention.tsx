import { Button, Skeleton } from '@mantine/core';
import { type Endpoint, endpoints } from '@ringside/core/contract/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ShieldX, TriangleAlert, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../api/use-error-text.ts';
import { listQuery } from '../../crud/resource-queries.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Attention.module.css';

const LOOK_AGAIN_MS = 10_000;

/** Servers whose link is away, refused or incomplete. All well is worth a line too. */
export function Attention() {
  const { t } = useTranslation(['home', 'common']);
  const errorText = useErrorText();
  const list = useQuery({ ...listQuery(endpoints, { perPage: 500 }), refetchInterval: LOOK_AGAIN_MS });
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
  // Without a server there is nothing to watch: the set-up steps say so.
  if (rows.length === 0) return null;
  const troubled = rows.filter((e) => troubleOf(e) !== null);
  const watched = rows.filter((e) => e.linkState === 'up').length;
  return (
    <Panel title={t('attention.title')} flush>
      <ul className={classes['list']}>
        {troubled.map((e) => (
          <Trouble key={e.id} endpoint={e} />
        ))}
        {troubled.length === 0 ? (
          <li className={classes['item']} data-tone="ok">
            <CircleCheck size={20} aria-hidden="true" />
            <span className={classes['words']}>{t('attention.allWell', { count: watched })}</span>
          </li>
        ) : null}
      </ul>
    </Panel>
  );
}

type Kind = 'away' | 'refused' | 'lame';

const troubleOf = (e: Endpoint): Kind | null => {
  if (e.linkState === 'away' || e.linkState === 'refused') return e.linkState;
  return e.linkState === 'up' && e.problems.length > 0 ? 'lame' : null;
};

function Trouble({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const kind = troubleOf(endpoint) ?? 'away';
  const Icon = kind === 'away' ? Unplug : kind === 'refused' ? ShieldX : TriangleAlert;
  return (
    <li className={classes['item']} data-tone={kind === 'lame' ? 'warn' : 'bad'}>
      <Icon size={20} aria-hidden="true" />
      <span className={classes['words']}>
        <strong>
          <bdi>{endpoint.name}</bdi>
        </strong>
        <span className={classes['what']}>
          {t(`attention.${kind}`)}
          {endpoint.linkSince && kind !== 'lame'
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
