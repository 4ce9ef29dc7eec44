import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import { useDayNames } from './use-day-names.ts';
import { useMoney } from '../../ui/use-money.ts';

type TermText = (field: keyof PlanTerms, terms: PlanTerms) => readonly string[];

/** Describes terms that are lists: unit fees, allowances and peak hours. */
const useListText = (money: (amount: string) => string): TermText => {
  const { t } = useTranslation('plan');
  const format = useFormat();
  const dayNames = useDayNames();
  const lines = (all: readonly string[]): readonly string[] => (all.length === 0 ? [t('terms.none')] : all);
  return (field, terms) => {
    if (field === 'unitFees')
      return lines(
        terms.unitFees.map((fee) => {
          const { minimumQuantity: least, maximumQuantity: most, tiers = [] } = fee;
          const said = {
            ...{ item: t(`terms.items.${fee.item}`), price: money(fee.unitPrice) },
            n: format.number(fee.includedQuantity),
          };
          return [
            t('terms.feeSaid', said),
            ...(least === undefined ? [] : [t('terms.leastSaid', { n: format.number(least) })]),
            ...(most === undefined ? [] : [t('terms.mostSaid', { n: format.number(most) })]),
            ...tiers.map(({ above, unitPrice }) =>
              t('terms.tierSaid', { n: format.number(above), price: money(unitPrice) }),
            ),
          ].join(' · ');
        }),
      );
    if (field === 'allowances')
      return lines(
        terms.allowances.map((a) => {
          const said = {
            name: a.name,
            n: format.number(a.kind === 'calls' ? a.calls : Math.round(a.seconds / 6) / 10),
          };
          const cap = a.capSeconds === undefined ? null : format.number(Math.round(a.capSeconds / 6) / 10);
          const words = t(`terms.allowanceSaid.${a.kind}`, said);
          return cap === null ? words : `${words} · ${t('terms.capSaid', { n: cap })}`;
        }),
      );
    if (field === 'peakHours')
      return lines(
        terms.peakHours.map(
          ({ days, from, to }) =>
            `${format.list(days.map((day) => dayNames[day - 1] ?? ''))} \u2066${from}–${to}\u2069`,
        ),
      );
    return [];
  };
};

/** Describes one term of a plan, for reading and comparing. */
export const useTermWords = (currency: string): TermText => {
  const { t } = useTranslation(['plan', 'common']);
  const money = useMoney(currency);
  const format = useFormat();
  const listText = useListText(money);
  const limit = (most: number | null): string => (most === null ? t('terms.noLimit') : format.number(most));
  return (field, terms) => {
    switch (field) {
      case 'fixedFee':
      case 'setupFee':
      case 'freeCredit':
      case 'defaultRatePerMinute':
        return [money(terms[field])];
      case 'billingInterval':
        return [t(`period.${terms.billingInterval}`, { count: terms.intervalCount })];
      case 'proration':
        return [t(`options.proration.${terms.proration}`)];
      case 'internalCalls':
        return [t(`options.internalCalls.${terms.internalCalls}`)];
      case 'unratedPolicy':
        return [t(`options.unratedPolicy.${terms.unratedPolicy}`)];
      case 'roundingMode':
        return [t(`options.roundingMode.${terms.roundingMode}`)];
      case 'overageAction':
        return [t(`options.overageAction.${terms.overageAction}`)];
      case 'taxInclusive':
        return [t(terms.taxInclusive ? 'common:list.yes' : 'common:list.no')];
      case 'maxConcurrentCalls':
      case 'maxSubscribers':
      case 'maxAgents':
      case 'maxQueues':
      case 'maxRecordingMb':
      case 'maxRetentionDays':
        return [limit(terms[field])];
      case 'timezone':
        return [terms.timezone];
      case 'intervalCount':
      case 'roundingDecimals':
        return [format.number(terms[field])];
      default:
        return listText(field, terms);
    }
  };
};
