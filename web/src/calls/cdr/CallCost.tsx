import type { CallCost as Cost } from '@ringside/core/contract/calls/cdr.ts';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { RatingSteps } from '../../ui/RatingSteps.tsx';
import { useMoney } from '../../ui/use-money.ts';
import classes from './CallDetails.module.css';

/** Carrier cost of the call and the margin. The server sends it only to platform staff. */
export function CallCost({ cost, title }: { readonly cost: Cost | null; readonly title?: string }) {
  const { t } = useTranslation('cdr');
  const money = useMoney(cost?.currency ?? 'USD');
  if (cost === null) return null;
  return (
    <section aria-label={title ?? t('cost.title')}>
      <h3 className={classes['heading']}>{title ?? t('cost.title')}</h3>
      <strong>{cost.status === 'rated' ? money(cost.amount) : t('cost.unknown')}</strong>
      <div>
        {t('price.by', { plan: `\u2068${cost.planName ?? '–'}\u2069`, version: String(cost.versionNumber ?? 1) })}
      </div>
      <div>
        {t('cost.through')} <Num>{cost.device}</Num>
      </div>
      <RatingSteps steps={cost.steps} currency={cost.currency} />
      {cost.margin === null ? null : (
        <div>
          {t('cost.margin')}: <strong>{money(cost.margin)}</strong>
        </div>
      )}
    </section>
  );
}
