import { linkSearch } from '../../data/base/link-search.ts';
import { Button } from '@mantine/core';
import { type Account, getAccount } from '@ringside/core/contract/billing/account.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Calculator, FileText, PhoneOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useMoney } from '../../ui/use-money.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { AccountForm } from './AccountForm.tsx';
import { AccountLimits } from './AccountLimits.tsx';
import { ExportLedger } from '../invoice/export-buttons.tsx';
import { EntryForm } from './EntryForm.tsx';
import layout from '../../ui/report/Report.module.css';
import { Ledger } from './Ledger.tsx';
import { RerateForm } from '../invoice/RerateForm.tsx';

export function AccountPage() {
  const { t } = useTranslation('invoice');
  const { customer: id } = useParams({ from: '/app/customers/$customer/account' });
  const query = useQuery({
    queryKey: ['account', id],
    queryFn: ({ signal }) => call(getAccount, { params: { id }, signal }),
  });
  usePageTitle(query.data?.customerName ?? t('account.title'));
  return <RecordState query={query}>{(account) => <AccountOf account={account} />}</RecordState>;
}

function AccountOf({ account }: { readonly account: Account }) {
  const { t } = useTranslation('invoice');
  const can = useCan();
  const { customerId } = useUser();
  const [open, setOpen] = useState<'entry' | 'rerate' | null>(null);
  const staff = customerId === null;
  const close = (): void => setOpen(null);
  return (
    <>
      <PageHeader
        title={<bdi>{account.customerName}</bdi>}
        mark={
          account.outboundBlocked ? (
            <StatusBadge tone="bad" icon={PhoneOff}>
              {t('account.blocked')}
            </StatusBadge>
          ) : undefined
        }
        description={t('account.description')}
        actions={
          <>
            <LinkButton
              to="/invoices"
              search={linkSearch(staff ? { customer: account.customerId } : {})}
              variant="default"
              leftSection={<FileText size={16} aria-hidden="true" />}
            >
              {t('title')}
            </LinkButton>
            {staff && can('update', 'billing') ? (
              <Button
                variant="default"
                leftSection={<Calculator size={16} aria-hidden="true" />}
                onClick={() => setOpen('rerate')}
              >
                {t('rerate.title')}
              </Button>
            ) : null}
            {staff && can('create', 'billing') ? (
              <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setOpen('entry')}>
                {t('ledger.enter')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={layout['page']}>
        <Figures account={account} />
        {account.limits.length > 0 ? <AccountLimits account={account} /> : null}
        <Panel
          title={t('ledger.title')}
          description={t('ledger.hint')}
          actions={can('export', 'billing') ? <ExportLedger customerId={account.customerId} /> : null}
          flush
        >
          <Ledger customerId={account.customerId} />
        </Panel>
        {staff && can('update', 'billing') ? <AccountForm key={account.version} account={account} /> : null}
      </div>
      <Dialog opened={open === 'entry'} onClose={close} title={t('ledger.enter')}>
        <EntryForm account={account} onDone={close} />
      </Dialog>
      <Dialog opened={open === 'rerate'} onClose={close} title={t('rerate.title')}>
        <RerateForm account={account} onDone={close} />
      </Dialog>
    </>
  );
}

function Figures({ account }: { readonly account: Account }) {
  const { t } = useTranslation('invoice');
  const money = useMoney(account.currency);
  return (
    <div className={layout['strip']}>
      {account.balances.map((balance) => (
        <Balance key={balance.currency} {...balance} />
      ))}
      {account.available === null ? null : (
        <div className={layout['tile']}>
          <FigureStat
            label={t('account.available')}
            value={money(account.available)}
            note={t(account.outboundBlocked ? 'account.spent' : 'account.availableHint')}
            {...(/^-|^0(\.0+)?$/.test(account.available) ? { tone: 'bad' as const } : {})}
          />
        </div>
      )}
      <div className={layout['tile']}>
        <FigureStat label={t('account.unbilled')} value={money(account.unbilled)} note={t('account.unbilledHint')} />
      </div>
    </div>
  );
}

function Balance({ currency, balance }: { readonly currency: string; readonly balance: string }) {
  const { t } = useTranslation('invoice');
  const money = useMoney(currency);
  const isOverdrawn = balance.startsWith('-');
  const even = /^0(\.0+)?$/.test(balance);
  return (
    <div className={layout['tile']}>
      <FigureStat
        label={t('account.balance', { currency })}
        value={money(balance)}
        note={even ? t('account.even') : isOverdrawn ? t('account.amountDue') : t('account.credit')}
        {...(isOverdrawn ? { tone: 'bad' as const } : {})}
      />
    </div>
  );
}
