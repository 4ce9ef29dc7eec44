import { linkSearch } from '../../data/base/link-search.ts';
import { useQueries } from '@tanstack/react-query';
import { Building2, CircleCheck, Headset, ListOrdered, type LucideIcon, Server, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '@ringside/core/access/ability.ts';
import { ask } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import type { Page } from '../../data/list/resource-queries.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './SetupSteps.module.css';

interface SetupRow {
  readonly id: string | number;
  /** State of a PBX server; null if it was never connected. */
  readonly lastSeenAt?: string | null;
}

interface Step {
  readonly key: 'endpoints' | 'customers' | 'callcenters' | 'queues' | 'users';
  readonly resource: Resource;
  readonly to: '/endpoints' | '/customers' | '/callcenters/add' | '/queues' | '/users';
  readonly icon: LucideIcon;
  isDone(page: Page<SetupRow>): boolean;
}

const atLeast =
  (enough: number) =>
  ({ meta }: Page<SetupRow>): boolean =>
    meta.total >= enough;

const hasAnswered = ({ data }: Page<SetupRow>): boolean => data.some((row) => row.lastSeenAt);

const STEPS: readonly Step[] = [
  { key: 'endpoints', resource: 'endpoint', to: '/endpoints', icon: Server, isDone: hasAnswered },
  { key: 'customers', resource: 'customer', to: '/customers', icon: Building2, isDone: atLeast(1) },
  { key: 'callcenters', resource: 'callcenter', to: '/callcenters/add', icon: Headset, isDone: atLeast(1) },
  { key: 'queues', resource: 'queue', to: '/queues', icon: ListOrdered, isDone: atLeast(1) },
  // The user's own account does not count.
  { key: 'users', resource: 'user', to: '/users', icon: Users, isDone: atLeast(2) },
];

const LOOK_AGAIN_MS = 10_000;

/** Set-up steps of a new console, in order. Hidden when all are done. Leaves out steps that the user may not take. */
export function SetupSteps() {
  const { t } = useTranslation('home');
  const can = useCan();
  const steps = STEPS.filter((s) => can('create', s.resource));
  const pages = useQueries({
    queries: steps.map((s) => ({
      queryKey: [`/${s.key}`, 'set-up'],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const perPage = s.key === 'endpoints' ? 100 : 1;
        return ask<Page<SetupRow>>({ method: 'GET', path: `/${s.key}` }, { query: { perPage }, signal });
      },
      staleTime: 0,
      refetchInterval: ({ state }: { readonly state: { readonly data?: Page<SetupRow> | undefined } }) =>
        state.data !== undefined && s.isDone(state.data) ? (false as const) : LOOK_AGAIN_MS,
    })),
  });
  // Waits until the missing steps are known, so that the panel does not appear and disappear.
  if (pages.some((page) => page.data === undefined)) return null;
  const done = steps.map((s, i) => pages[i]?.data !== undefined && s.isDone(pages[i].data));
  if (done.every(Boolean)) return null;
  const next = done.indexOf(false);
  return (
    <Panel title={t('setup.title')} description={t('setup.hint')} flush>
      <ol className={classes['steps']}>
        {steps.map((step, i) => {
          const silent = step.key === 'endpoints' ? pages[i]?.data?.data[0] : undefined;
          return (
            <li
              key={step.key}
              className={classes['step']}
              data-done={done[i] || undefined}
              data-next={i === next || undefined}
            >
              <span className={classes['mark']}>
                {done[i] ? <CircleCheck size={20} aria-hidden="true" /> : <step.icon size={18} aria-hidden="true" />}
              </span>
              <span className={classes['words']}>
                <span className={classes['what']}>
                  {t(`setup.steps.${step.key}.title`)}
                  {done[i] ? <span className={classes['done']}> · {t('setup.done')}</span> : null}
                </span>
                {done[i] ? null : (
                  <span className={classes['why']}>
                    {silent ? t('setup.steps.endpoints.silent') : t(`setup.steps.${step.key}.hint`)}
                  </span>
                )}
              </span>
              {done[i] ? null : (
                <LinkButton
                  to={step.to}
                  search={linkSearch(
                    step.to === '/callcenters/add' ? {} : { form: silent ? String(silent.id) : 'new' },
                  )}
                  size="xs"
                  variant={i === next ? 'filled' : 'default'}
                >
                  {silent ? t('setup.steps.endpoints.check') : t(`setup.steps.${step.key}.go`)}
                </LinkButton>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
