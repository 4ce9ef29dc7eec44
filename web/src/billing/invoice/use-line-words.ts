import { keyed } from '../../locales/keyed.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import type { InvoiceLine } from '@ringside/core/contract/billing/invoice.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import { useMoney } from '../../ui/use-money.ts';
import { useDay } from './use-day.ts';

/** Isolates names and numbers, so that they keep their own text direction. */
const own = (text: string): string => `\u2068${text}\u2069`;

/** Returns functions that describe an invoice line, its components and its quantity. */
export const useLineWords = (currency: string) => {
  const { t } = useTranslation(['invoice', 'cdr']);
  const { number } = useFormat();
  const money = useMoney(currency);
  const day = useDay();
  const text = (line: InvoiceLine, key: string): string => String(line.detail[key] ?? '');
  const count = (line: InvoiceLine, key: string): number => Number(line.detail[key] ?? 0);
  const span = (line: InvoiceLine): string =>
    line.detail['from'] === undefined ? '' : `${day(text(line, 'from'))} – ${day(text(line, 'to'))}`;
  return {
    describe: (line: InvoiceLine): string => {
      if (line.description !== '' || line.kind === 'adjustment') return line.description;
      if (line.kind === 'usage') {
        const group = text(line, 'group') === '' ? t('otherDestinations') : own(text(line, 'group'));
        const plan = text(line, 'planName') === '' ? '' : ` · ${own(text(line, 'planName'))}`;
        const direction = keyed(t)(`directions.${text(line, 'direction')}`);
        return `${direction}: ${group}${plan}`;
      }
      return t(`lines.${line.kind}`, {
        ...{ plan: own(text(line, 'planName')), name: own(text(line, 'name')), percent: text(line, 'percent') },
        item: line.kind === 'unit' ? keyed(t)(`items.${text(line, 'item')}`) : '',
        on: line.kind === 'discount' ? keyed(t)(`parts.${text(line, 'on')}`) : '',
      });
    },
    explain: (line: InvoiceLine): string => {
      if (line.kind === 'usage') {
        const calls = count(line, 'calls');
        const values = { count: calls, n: number(calls), time: own(formatDuration(count(line, 'billedSeconds'))) };
        const included = count(line, 'allowanceSeconds');
        return [
          t('lineUsage', values),
          ...(included === 0 ? [] : [t('lineIncluded', { time: own(formatDuration(included)) })]),
          ...(line.detail['late'] === true ? [t('lineLate')] : []),
        ].join(' · ');
      }
      if (line.kind === 'unit' && line.detail['least'])
        return `${span(line)} · ${t('lineLeast', { n: number(count(line, 'least')) })}`;
      if (line.kind === 'unit' && line.detail['most'])
        return `${span(line)} · ${t('lineMost', { n: number(count(line, 'most')) })}`;
      if (line.kind !== 'allowance') return span(line);
      const minutes = text(line, 'unit') === 'minutes';
      const amount = (key: string): string =>
        own(minutes ? formatDuration(count(line, key)) : number(count(line, key)));
      return t('lineAllowance', { used: amount('used'), included: amount('included'), left: amount('left') });
    },
    quantity: (line: InvoiceLine): string => {
      if (line.kind === 'usage') return number(count(line, 'calls'));
      if (line.kind !== 'unit') return '';
      return `${number(count(line, 'billed'))} × ${money(text(line, 'unitPrice'))}`;
    },
  };
};
