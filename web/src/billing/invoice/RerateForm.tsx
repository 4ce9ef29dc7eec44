import { Alert, Button, Group, Select } from '@mantine/core';
import type { Account } from '@ringside/core/contract/billing/account.ts';
import { rerateCalls } from '@ringside/core/contract/billing/rerate.ts';
import type { ResponseOf } from '@ringside/core/contract/route.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { serverNow } from '../../data/base/clock.ts';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMoney } from '../../ui/use-money.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from './Invoices.module.css';
import { lastDayOf, monthsUntil } from './months.ts';
import { useReason } from './use-reason.ts';

type Result = ResponseOf<typeof rerateCalls>;

interface Props {
  readonly account: Account;
  readonly onDone: () => void;
}

/** Previews the prices of a month's calls with the current rates, and optionally applies them. */
export function RerateForm({ account, onDone }: Props) {
  const { t, i18n } = useTranslation(['invoice', 'common']);
  const tell = useTell();
  const reason = useReason();
  const client = useQueryClient();
  const months = monthsUntil(dayOf(serverNow(), account.timeZone), 13);
  const [month, setMonth] = useState(months[0] ?? '');
  const name = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const ask = (dryRun: boolean) =>
    call(rerateCalls, {
      body: { customerId: account.customerId, firstDay: month, lastDay: lastDayOf(month), dryRun },
    });
  const look = useMutation({ mutationFn: () => ask(true) });
  const make = useMutation({
    mutationFn: () => ask(false),
    onSuccess: () => {
      tell.done(t('rerate.done'));
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
  const error = make.error ?? look.error;
  return (
    <div className={classes['drawer']}>
      <p className={classes['empty']}>{t('rerate.hint')}</p>
      <Select
        label={t('columns.period')}
        allowDeselect={false}
        data={months.map((value) => ({ value, label: name.format(new Date(`${value}T00:00:00Z`)) }))}
        value={month}
        onChange={(value) => {
          setMonth(value ?? month);
          look.reset();
        }}
      />
      {look.data === undefined ? null : <Difference result={look.data} />}
      {error === null ? null : (
        <Alert color="red" role="alert">
          {reason(error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
          {t('rerate.look')}
        </Button>
        <Button
          loading={make.isPending}
          disabled={look.data === undefined || !changesAnything(look.data)}
          onClick={() => make.mutate()}
        >
          {t('rerate.do')}
        </Button>
      </Group>
    </div>
  );
}

/** Returns whether prices or carrier costs change. Carrier costs also change for calls on final invoices. */
const changesAnything = (result: Result): boolean =>
  result.changed > 0 || result.costs.some((cost) => cost.before !== cost.after);

function Difference({ result }: { readonly result: Result }) {
  const { t } = useTranslation('invoice');
  const { number } = useFormat();
  return (
    <div role="status">
      <p>
        {t('rerate.counted', {
          ...{ count: result.calls, changed: number(result.changed), invoiced: number(result.invoiced) },
        })}
      </p>
      {changesAnything(result) ? null : <p>{t('rerate.none')}</p>}
      {result.totals.map((total) => (
        <Totals key={total.currency} total={total} />
      ))}
      {result.costs.map((cost) => (
        <div key={cost.currency}>
          <p>{t('rerate.costs')}</p>
          <Totals total={cost} />
        </div>
      ))}
    </div>
  );
}

function Totals({ total }: { readonly total: Result['totals'][number] }) {
  const { t } = useTranslation('invoice');
  const money = useMoney(total.currency);
  const rows = [
    [t('rerate.was'), total.before],
    [t('rerate.is'), total.after],
    [t('rerate.difference'), total.difference],
  ] as const;
  return (
    <dl className={classes['totals']}>
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Num>{money(amount)}</Num>
          </dd>
        </div>
      ))}
    </dl>
  );
}
