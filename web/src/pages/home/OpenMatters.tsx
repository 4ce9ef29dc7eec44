import type { Resource } from '@ringside/core/access/ability.ts';
import { useQueries } from '@tanstack/react-query';
import { CircleCheck, CirclePause, Hourglass, type LucideIcon, MailQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCan } from '../../api/use-can.ts';
import type { Page } from '../../crud/resource-queries.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Attention.module.css';
import figures from './Figures.module.css';

const LOOK_AGAIN_MS = 30_000;

interface Count {
  readonly key: 'customersActive' | 'customersPending' | 'customersSuspended' | 'usersInvited';
  readonly resource: Resource;
  readonly to: '/customers' | '/users';
  readonly status: string;
  /** Absent: a figure, nothing to do about it. */
  readonly icon?: LucideIcon;
}

const COUNTS: readonly Count[] = [
  { key: 'customersActive', resource: 'customer', to: '/customers', status: 'active' },
  { key: 'customersPending', resource: 'customer', to: '/customers', status: 'pending', icon: Hourglass },
  { key: 'customersSuspended', resource: 'customer', to: '/customers', status: 'suspended', icon: CirclePause },
  { key: 'usersInvited', resource: 'user', to: '/users', status: 'invited', icon: MailQuestionMark },
];

/** What waits for the office, not for the phones: customers to begin with or held back, invitations without an answer. */
export function OpenMatters({ platform }: { readonly platform: boolean }) {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  const can = useCan();
  // A customer's own people have one customer: nothing to count.
  const asked = COUNTS.filter((c) => can('read', c.resource) && (platform || c.resource !== 'customer'));
  const totals = useQueries({
    queries: asked.map(({ to, status }) => ({
      queryKey: [to, 'count', status],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const ask = call as unknown as (route: unknown, input: unknown) => Promise<Page<unknown>>;
        return (await ask({ method: 'GET', path: to }, { query: { perPage: 1, status }, signal })).meta.total;
      },
      refetchInterval: LOOK_AGAIN_MS,
    })),
  });
  if (asked.length === 0 || totals.some((c) => c.data === undefined)) return null;
  const counted = asked.map((c, i) => ({ ...c, n: totals[i]?.data ?? 0 }));
  const open = counted.filter((c) => c.icon && c.n > 0);
  const shown = counted.filter((c) => c.resource === 'customer');
  if (shown.length === 0 && open.length === 0) return null;
  return (
    <Panel title={t('office.title')} flush>
      {shown.length > 0 ? (
        <div className={figures['figures']}>
          {shown.map((c) => (
            <FigureStat key={c.key} label={t(`office.${c.key as 'customersActive'}.name`)} value={number(c.n)} />
          ))}
        </div>
      ) : null}
      <ul className={classes['list']}>
        {open.map(({ key, to, status, icon: Icon = Hourglass, n }) => (
          <li key={key} className={classes['item']} data-tone="warn">
            <Icon size={20} aria-hidden="true" />
            <span className={classes['words']}>{t(`office.${key as 'usersInvited'}.open`, { count: n })}</span>
            <LinkButton to={to} search={{ status }} variant="default" size="xs">
              {t('office.look')}
            </LinkButton>
          </li>
        ))}
        {open.length === 0 ? (
          <li className={classes['item']} data-tone="ok">
            <CircleCheck size={20} aria-hidden="true" />
            <span className={classes['words']}>{t('office.nothing')}</span>
          </li>
        ) : null}
      </ul>
    </Panel>
  );
}
