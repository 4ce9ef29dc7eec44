import { linkSearch } from '../../data/base/link-search.ts';
import { keyed } from '../../locales/keyed.ts';
import type { Resource } from '@ringside/core/access/ability.ts';
import { useQueries } from '@tanstack/react-query';
import { CirclePause, FilePen, FileWarning, Hourglass, type LucideIcon, MailQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import type { Page } from '../../data/list/resource-queries.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Attention.module.css';
import figures from './Figures.module.css';

const LOOK_AGAIN_MS = 30_000;

interface Count {
  readonly key:
    | 'customersActive'
    | 'customersPending'
    | 'customersSuspended'
    | 'usersInvited'
    | 'invoicesDraft'
    | 'invoicesUnpaid'
    | 'invoicesPartPaid'
    | 'invoicesOverdue';
  readonly resource: Resource;
  readonly to: '/customers' | '/users' | '/invoices';
  /** Filter of the counted list. */
  readonly query: Readonly<Record<string, string>>;
  /** Search parameters of the list's page. Default: `query`. */
  readonly search?: Readonly<Record<string, string>>;
  /** Absent for a figure that needs no action. */
  readonly icon?: LucideIcon;
  readonly bad?: boolean;
}

const customers = (status: string): Pick<Count, 'resource' | 'to' | 'query'> => ({
  ...{ resource: 'customer', to: '/customers', query: { status } },
});
const invoices = (by: 'status' | 'payment', state: string): Pick<Count, 'resource' | 'to' | 'query' | 'search'> => ({
  ...{ resource: 'billing', to: '/invoices', query: { [by]: state }, search: { state } },
});

const COUNTS: readonly Count[] = [
  { key: 'invoicesOverdue', ...invoices('payment', 'overdue'), icon: FileWarning, bad: true },
  { key: 'invoicesUnpaid', ...invoices('payment', 'unpaid'), icon: FileWarning },
  { key: 'invoicesPartPaid', ...invoices('payment', 'part_paid'), icon: FileWarning },
  { key: 'invoicesDraft', ...invoices('status', 'draft'), icon: FilePen },
  { key: 'customersActive', ...customers('active') },
  { key: 'customersPending', ...customers('pending'), icon: Hourglass },
  { key: 'customersSuspended', ...customers('suspended'), icon: CirclePause },
  { key: 'usersInvited', resource: 'user', to: '/users', query: { status: 'invited' }, icon: MailQuestionMark },
];

/** Returns the counts that this user may see; null until all are known. */
const useCounts = (platform: boolean) => {
  const can = useCan();
  // Users of a customer see only one customer, so there is nothing to count.
  const asked = COUNTS.filter((c) => can('read', c.resource) && (platform || c.resource !== 'customer'));
  const totals = useQueries({
    queries: asked.map(({ to, query }) => ({
      queryKey: [to, 'count', query],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        return (await ask<Page<unknown>>({ method: 'GET', path: to }, { query: { perPage: 1, ...query }, signal })).meta
          .total;
      },
      refetchInterval: LOOK_AGAIN_MS,
    })),
  });
  if (totals.some((c) => c.data === undefined)) return null;
  return asked.map((c, i) => ({ ...c, n: totals[i]?.data ?? 0 }));
};

/** Returns the number of draft and unpaid invoices; null until known. */
export const useOpenInvoices = (platform: boolean): number | null => {
  const counted = useCounts(platform);
  return counted?.filter((c) => c.to === '/invoices').reduce((sum, { n }) => sum + n, 0) ?? null;
};

/** Shows office work: invoices to review or unpaid, pending or suspended customers, open invitations. */
export function OpenMatters({ platform }: { readonly platform: boolean }) {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  const counted = useCounts(platform);
  if (counted === null || counted.length === 0) return null;
  const open = counted.filter((c) => c.icon && c.n > 0);
  const shown = counted.filter((c) => c.resource === 'customer');
  if (shown.length === 0 && open.length === 0) return null;
  return (
    <Panel title={t('office.title')} flush>
      {shown.length > 0 ? (
        <div className={figures['figures']}>
          {shown.map((c) => (
            <FigureStat key={c.key} label={keyed(t)(`office.${c.key}.name`)} value={number(c.n)} />
          ))}
        </div>
      ) : null}
      <ul className={classes['list']}>
        {open.map(({ key, to, query, search = query, bad, icon: Icon = Hourglass, n }) => (
          <li key={key} className={classes['item']} data-tone={bad ? 'bad' : 'warn'}>
            <Icon size={20} aria-hidden="true" />
            <span className={classes['words']}>{keyed(t)(`office.${key}.open`, { count: n })}</span>
            <LinkButton to={to} search={linkSearch(search)} variant="default" size="xs">
              {t('office.look')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
