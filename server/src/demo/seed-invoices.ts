// Creates invoices of the last month through the console's own API: two are finalized, one of them paid, and one is a draft.
import { addDays } from '@ringside/core/reports/report-period.ts';
import { rateDue } from '../billing/rate-due.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Api } from './api.ts';

const ISSUER = {
  name: 'Levante Telecom',
  legalName: 'Levante Telecom, S.L.',
  taxId: 'ESB96412345',
  address: 'Avenida del Puerto 118\n46023 Valencia\nEspaña',
  email: 'billing@levante-telecom.example',
  phone: '+34 960 410 100',
  website: 'levante-telecom.example',
  paymentDetails: 'IBAN ES91 2100 0418 4502 0005 1332\nBIC CAIXESBBXXX',
  footer: 'Levante Telecom, S.L. · Registro Mercantil de Valencia',
  invoicePrefix: 'LT-',
  creditPrefix: 'LT-CN-',
  lastInvoice: 1180,
};

const ACCOUNTS = [
  {
    code: 'aurora',
    taxes: [{ label: 'IVA', percent: '21' }],
    limits: { monthlySpendLimit: '1500', spendAction: 'notify' },
    until: 'paid',
  },
  {
    code: 'carmel',
    taxes: [{ label: 'מע״מ', percent: '18' }],
    limits: { creditLimit: '5000', spendAction: 'block_outbound' },
    until: 'final',
  },
  { code: 'meridienne', taxes: [{ label: 'TVA', percent: '20' }], limits: {}, until: 'draft' },
] as const;

interface Drafted {
  readonly data: readonly { readonly id: string; readonly total: string }[];
}

/** Call after the history was simulated. `now`: epoch ms. */
export const seedInvoices = async (db: Db, api: Api, country: string | null, now: number): Promise<void> => {
  await rateDue(db, country);
  const { data: customers } = await api.get<{ data: readonly { id: string; code: string }[] }>(
    '/customers?perPage=100',
  );
  const lastDay = addDays(`${new Date(now).toISOString().slice(0, 7)}-01`, -1);
  const firstDay = `${lastDay.slice(0, 7)}-01`;
  await api.post('/issuers', ISSUER);
  for (const { code, taxes, limits, until } of ACCOUNTS) {
    const customerId = customers.find((customer) => customer.code === code)?.id ?? '';
    const terms = { taxes, ...limits, scheduled: true, paymentTermsDays: 30 };
    await api.patch(`/customers/${customerId}/account`, terms);
    const { data } = await api.post<Drafted>('/invoices', { customerId, firstDay, lastDay });
    for (const { id, total } of until === 'draft' ? [] : data) {
      await api.post(`/invoices/${id}/finalise`, {});
      if (until === 'paid')
        await api.post(`/customers/${customerId}/ledger`, { kind: 'payment', amount: total, reference: 'SEPA' });
    }
  }
};
