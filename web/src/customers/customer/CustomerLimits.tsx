import { Progress, Text } from '@mantine/core';
import type { Customer } from '@ringside/core/contract/customers/customer.ts';
import { useTranslation } from 'react-i18next';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './CustomerPage.module.css';

const TOPICS = [topic.any('calls'), topic.keys('calls')];

/** Returns the customer's current number of calls that the user can see. */
export const useCallsNow = (customerId: string): number =>
  useSlow(
    TOPICS,
    1000,
    () =>
      store.keys('calls').filter((key) => store.row('calls', key)?.owners.some((o) => o.customerId === customerId))
        .length,
  );

/** Shows the usage of the customer's quotas. */
export function CustomerLimits({ customer, showCalls }: { readonly customer: Customer; readonly showCalls: boolean }) {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const used = customer.withBelow ?? {
    subscribers: customer.subscriberCount,
    queues: customer.queueCount,
    users: customer.userCount,
    agents: customer.agentCount,
  };
  const calls = useCallsNow(customer.id);
  return (
    <Panel title={t('limits.title')} description={t(customer.withBelow === null ? 'limits.hint' : 'limits.hintBelow')}>
      <div className={classes['limits']}>
        <Limit name={t('limits.subscribers')} used={used.subscribers} most={customer.limits.subscribers} />
        <Limit name={t('limits.queues')} used={used.queues} most={customer.limits.queues} />
        <Limit name={t('limits.users')} used={used.users} most={customer.limits.users} />
        <Limit name={t('limits.agents')} used={used.agents} most={customer.limits.agents} />
        {showCalls ? <Limit name={t('limits.calls')} used={calls} most={customer.limits.concurrentCalls} /> : null}
        {customer.recordingMb === null ? null : (
          <Limit name={t('limits.recordings')} used={customer.recordingMb} most={customer.limits.recordingMb} />
        )}
      </div>
      {customer.limits.retentionDays === null ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {t('limits.retention', { days: number(customer.limits.retentionDays) })}
        </Text>
      )}
      {customer.recordingFull ? (
        <Text size="sm" c="red.8" mt="sm">
          {t('limits.full')}
        </Text>
      ) : null}
    </Panel>
  );
}

interface LimitProps {
  readonly name: string;
  readonly used: number;
  /** null: no limit. */
  readonly most: number | null;
}

function Limit({ name, used, most }: LimitProps) {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const share = most === null ? 0 : most === 0 ? 100 : Math.min(100, (100 * used) / most);
  const color = share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'green';
  return (
    <div>
      <div className={classes['limit']}>
        <Text size="sm">{name}</Text>
        <Text size="sm" c="dimmed">
          {most === null
            ? t('limits.open', { used: number(used) })
            : t('limits.of', { used: number(used), most: number(most) })}
        </Text>
      </div>
      {most === null ? null : <Progress value={share} color={color} size="sm" aria-label={name} />}
    </div>
  );
}
