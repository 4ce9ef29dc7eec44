import type { Account } from '@ringside/core/contract/billing/account.ts';

export const ACCOUNT_SWITCHES = ['scheduled', 'sendInvoices', 'feesInAdvance'] as const;
export const ACCOUNT_LIMITS = ['creditLimit', 'dailySpendLimit', 'monthlySpendLimit'] as const;

/** Account fields that users edit. */
export type AccountSettings = Pick<
  Account,
  | (typeof ACCOUNT_SWITCHES)[number]
  | (typeof ACCOUNT_LIMITS)[number]
  | 'issuerId'
  | 'paymentTermsDays'
  | 'taxProfileId'
  | 'taxes'
  | 'discountPercent'
  | 'discountOn'
  | 'spendAction'
  | 'spendNotifyEmail'
  | 'billingMethod'
  | 'invoiceInterval'
  | 'invoiceDay'
  | 'lowBalanceThreshold'
>;

export const accountSettingsOf = (a: Account): AccountSettings => ({
  ...{ issuerId: a.issuerId, scheduled: a.scheduled, sendInvoices: a.sendInvoices, feesInAdvance: a.feesInAdvance },
  ...{
    paymentTermsDays: a.paymentTermsDays,
    taxProfileId: a.taxProfileId,
    taxes: a.taxes,
    discountPercent: a.discountPercent,
  },
  ...{ discountOn: a.discountOn, creditLimit: a.creditLimit, dailySpendLimit: a.dailySpendLimit },
  ...{ monthlySpendLimit: a.monthlySpendLimit, spendAction: a.spendAction, spendNotifyEmail: a.spendNotifyEmail },
  ...{ billingMethod: a.billingMethod, lowBalanceThreshold: a.lowBalanceThreshold },
  ...{ invoiceInterval: a.invoiceInterval, invoiceDay: a.invoiceDay },
});
