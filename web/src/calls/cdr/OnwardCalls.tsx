import type { OnwardCall } from '@ringside/core/contract/calls/cdr.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { CallCost } from './CallCost.tsx';
import classes from './CallDetails.module.css';
import { CallPrice } from './CallPrice.tsx';
import { Party } from './Party.tsx';

/** Further legs through trunks (forwarding, transfer). Each has its own price. */
export function OnwardCalls({ legs }: { readonly legs: readonly OnwardCall[] }) {
  const { t } = useTranslation('cdr');
  const can = useCan();
  const { time } = useFormat();
  return legs.map((leg) => {
    const to = `\u2066${leg.destination.number}\u2069`;
    return (
      <section key={`${leg.answerAt} ${leg.destination.raw}`} aria-label={t('onward.title', { number: to })}>
        <h3 className={classes['heading']}>{t('onward.title', { number: to })}</h3>
        <Party party={leg.destination} />
        {leg.extension === '' ? null : (
          <div>
            {t('columns.extension')} <Num>{leg.extension}</Num>
          </div>
        )}
        <div>
          {t('answerAt')} <Num>{time(leg.answerAt)}</Num>, {t('billable')} <Num>{formatDuration(leg.seconds)}</Num>
        </div>
        {can('read', 'billing') ? (
          <>
            <CallPrice price={leg.price} title={t('onward.price')} />
            <CallCost cost={leg.cost} title={t('onward.cost')} />
          </>
        ) : null}
      </section>
    );
  });
}
