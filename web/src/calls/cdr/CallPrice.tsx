import type { CallPrice as Price } from '@ringside/core/contract/calls/cdr.ts';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { RatingSteps } from '../../ui/RatingSteps.tsx';
import { useMoney } from '../../ui/use-money.ts';
import classes from './CallDetails.module.css';

/** Price of a call with its rating steps, for users who may see it. */
export function CallPrice({ price, title }: { readonly price: Price | null; readonly title?: string }) {
  const { t } = useTranslation('cdr');
  const can = useCan();
  const { seesPrices } = useUser();
  const money = useMoney(price?.currency ?? 'USD');
  if (!can('read', 'billing') || !seesPrices) return null;
  return (
    <section aria-label={title ?? t('price.title')}>
      <h3 className={classes['heading']}>{title ?? t('price.title')}</h3>
      {price === null ? (
        t('price.waiting')
      ) : (
        <>
          <strong>{price.status === 'rated' ? money(price.amount) : t(`price.status.${price.status}`)}</strong>
          {price.planName === null ? null : (
            <div>
              {t('price.by', { plan: `\u2068${price.planName}\u2069`, version: String(price.versionNumber ?? 1) })}
            </div>
          )}
          <RatingSteps steps={price.steps} currency={price.currency ?? 'USD'} />
        </>
      )}
    </section>
  );
}
