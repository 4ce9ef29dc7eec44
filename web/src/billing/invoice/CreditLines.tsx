import { Button, TextInput } from '@mantine/core';
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../ui/use-money.ts';
import classes from './Invoices.module.css';
import { useLineWords } from './use-line-words.ts';

interface Props {
  readonly invoice: Invoice;
  /** Amounts by line; '' credits nothing. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly onChange: (amounts: Readonly<Record<string, string>>) => void;
}

/** Amount to credit of each line. Leaves out lines that are fully credited. */
export function CreditLines({ invoice, amounts, onChange }: Props) {
  const { t } = useTranslation('invoice');
  const money = useMoney(invoice.currency);
  const { describe, explain } = useLineWords(invoice.currency);
  const open = invoice.lines
    .map((line) => ({ line, left: sumMicrosOf(line.net) - sumMicrosOf(line.credited) }))
    .filter(({ left }) => left > 0n);
  return (
    <ul className={classes['creditLines']}>
      {open.map(({ line, left }) => {
        const rest = decimalOf(left);
        // Two fees may differ only in their days.
        const name = [describe(line), explain(line)].filter((text) => text !== '').join(' · ');
        return (
          <li key={line.id}>
            <TextInput
              label={<bdi>{name}</bdi>}
              description={t('creditLeft', { amount: money(rest) })}
              inputMode="decimal"
              autoComplete="off"
              styles={{ input: { direction: 'ltr' } }}
              value={amounts[line.id] ?? ''}
              onChange={(event) => onChange({ ...amounts, [line.id]: event.currentTarget.value })}
            />
            <Button
              variant="subtle"
              size="xs"
              aria-label={t('creditAllOf', { line: name })}
              onClick={() => onChange({ ...amounts, [line.id]: rest })}
            >
              {t('creditAll')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
