import { listPlanVersions, type Plan } from '@ringside/core/contract/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Plans.module.css';
import { useMoney } from './use-money.ts';

/** What was charged when: a version in force is never changed. */
export function PlanVersions({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  const format = useFormat();
  const money = useMoney(plan.currency);
  const { data } = useQuery({
    queryKey: ['/plans', 'versions', plan.id, plan.version],
    queryFn: ({ signal }) => call(listPlanVersions, { params: { id: plan.id }, signal }),
  });
  return (
    <Panel title={t('versions.title')} description={t('versions.hint')} flush>
      <ul className={classes['rows']}>
        {(data?.data ?? []).map((v) => (
          <li key={v.number} className={classes['row']}>
            <strong>{t('versions.number', { number: v.number })}</strong>
            <span>{t(`versions.state.${v.state}`)}</span>
            <span className={classes['dim']}>{v.validFrom === null ? '–' : format.dateTime(v.validFrom)}</span>
            <span className={classes['end']}>{money(v.terms.fixedFee)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
