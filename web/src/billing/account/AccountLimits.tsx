import { Progress } from '@mantine/core';
import type { Account } from '@ringside/core/contract/billing/account.ts';
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { useMoney } from '../../ui/use-money.ts';
import classes from '../invoice/Invoices.module.css';

const LOOKS: Readonly<Record<Account['level'], readonly [Tone, LucideIcon, string]>> = {
  fine: ['ok', CircleCheck, 'teal'],
  warning: ['warn', TriangleAlert, 'yellow'],
  reached: ['bad', CircleAlert, 'red'],
};

/** Shows the usage of each limit and what happens when it is reached. */
export function AccountLimits({ account }: { readonly account: Account }) {
  const { t } = useTranslation('invoice');
  const money = useMoney(account.currency);
  return (
    <Panel title={t('limits.title')} description={t(`limits.actions.${account.spendAction}`)}>
      <div className={classes['limits']}>
        {account.limits.map(({ kind, used, limit, percent, level }) => {
          const [tone, icon, color] = LOOKS[level];
          return (
            <div key={kind} className={classes['limit']}>
              <div>
                <span className={classes['strong']}>{t(`limits.kinds.${kind}`)}</span>
                <span>
                  {t('limits.usedOf', { used: `\u2066${money(used)}\u2069`, limit: `\u2066${money(limit)}\u2069` })} ·{' '}
                  <Num>{percent}%</Num>
                </span>
              </div>
              <Progress value={Math.min(100, percent)} color={color} aria-label={t(`limits.kinds.${kind}`)} />
              <div>
                <StatusBadge tone={tone} icon={icon}>
                  {t(`limits.levels.${level}`)}
                </StatusBadge>
              </div>
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
