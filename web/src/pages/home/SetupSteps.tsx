import { useQueries } from '@tanstack/react-query';
import { Building2, CircleCheck, Headset, ListOrdered, type LucideIcon, Server, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '@ringside/core/access/ability.ts';
import { call } from '../../api/call.ts';
import { useCan } from '../../api/use-can.ts';
import type { Page } from '../../crud/resource-queries.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './SetupSteps.module.css';

interface Step {
  readonly key: 'endpoints' | 'customers' | 'callcenters' | 'queues' | 'users';
  readonly resource: Resource;
  readonly to: '/endpoints' | '/customers' | '/callcenters/add' | '/queues' | '/users';
  readonly icon: LucideIcon;
  /** So many rows mean that the step is done: one's own account does not count. */
  readonly enough: number;
}

const STEPS: readonly Step[] = [
  { key: 'endpoints', resource: 'endpoint', to: '/endpoints', icon: Server, enough: 1 },
  { key: 'customers', resource: 'customer', to: '/customers', icon: Building2, enough: 1 },
  { key: 'callcenters', resource: 'callcenter', to: '/callcenters/add', icon: Headset, enough: 1 },
  { key: 'queues', resource: 'queue', to: '/queues', icon: ListOrdered, enough: 1 },
  { key: 'users', resource: 'user', to: '/users', icon: Users, enough: 2 },
];

/** From nothing to a working console, in order; goes away when all is done. Steps that one may not take are left out. */
export function SetupSteps() {
  const { t } = useTranslation('home');
  const can = useCan();
  const steps = STEPS.filter((s) => can('create', s.resource));
  const counts = useQueries({
    queries: steps.map((s) => ({
      queryKey: [`/${s.key}`, 'count'],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const ask = call as unknown as (route: unknown, input: unknown) => Promise<Page<unknown>>;
        return (await ask({ method: 'GET', path: `/${s.key}` }, { query: { perPage: 1 }, signal })).meta.total;
      },
      staleTime: 0,
    })),
  });
  // Shown only when it is known that something is missing, so that it never flashes up and away.
  if (counts.some((c) => c.data === undefined)) return null;
  const done = steps.map((s, i) => (counts[i]?.data ?? 0) >= s.enough);
  if (done.every(Boolean)) return null;
  const next = done.indexOf(false);
  return (
    <Panel title={t('setup.title')} description={t('setup.hint')} flush>
      <ol className={classes['steps']}>
        {steps.map((step, i) => (
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
              {done[i] ? null : <span className={classes['why']}>{t(`setup.steps.${step.key}.hint`)}</span>}
            </span>
            {done[i] ? null : (
              <LinkButton
                to={step.to}
                search={(step.to === '/callcenters/add' ? {} : { form: 'new' }) as never}
                size="xs"
                variant={i === next ? 'filled' : 'default'}
              >
                {t(`setup.steps.${step.key}.go`)}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
