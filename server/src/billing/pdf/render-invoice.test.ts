import { describe, expect, it } from 'vitest';
import type { Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { PAPER_WORDS } from './words.ts';
import { renderInvoice } from './render-invoice.ts';
import { drawnOn, pagesOf } from './testing/read-pdf.ts';

const PARTY = { taxId: 'X1', address: 'Street 1\nTown', email: 'a@b.example', phone: '', website: '' };
const LINE = { credited: '0.00', id: '0', position: 0, description: '', manual: false };

const invoice = (over: Partial<Invoice> = {}): Invoice => ({
  ...{ id: '0', kind: 'invoice', status: 'final', number: 'INV-00007', payment: 'unpaid', customerId: '0' },
  ...{ customerName: 'Acme', currency: 'EUR', firstDay: '2026-10-01', lastDay: '2026-10-31', language: 'en' },
  ...{ issueDate: '2026-11-01', dueDate: '2026-12-01', net: '1500.00', tax: '315.00', total: '1815.00', paid: '0.00' },
  ...{ open: '1815.00', sentAt: null, sentTo: '', warnings: [], createdAt: '2026-11-01T08:00:00Z', version: 1 },
  ...{ issuerId: null, issuerName: '', creditsId: null, creditsNumber: null, creditedById: null, madeBy: 'x' },
  ...{ creditedByNumber: null, timeZone: 'UTC', taxInclusive: false, notes: 'Thanks (really)', finalisedBy: 'x' },
  ...{ finalisedAt: '2026-11-01T08:00:00Z', callCount: 1, credited: '0.00' },
  taxes: [{ label: 'VAT', percent: '21', base: '1500.00', amount: '315.00' }],
  billTo: { ...PARTY, name: 'כרמל (Carmel)', paymentDetails: '', footer: '' },
  issuedBy: { ...PARTY, name: 'Vega', paymentDetails: 'IBAN 1', footer: 'Vega Ltd' },
  lines: [
    {
      ...LINE,
      kind: 'usage',
      detail: { direction: 'outbound', group: 'mobile', calls: 3, billedSeconds: 61 },
      net: '1500.00',
    },
    { ...LINE, kind: 'adjustment', description: 'Outage', detail: {}, net: '-0.00' },
  ],
  ...over,
});

const call = {
  time: '2026-10-01 08:00',
  source: '101',
  destination: '+34600000000',
  destinationName: 'Spain',
  billedSeconds: 61,
  amount: '0.1235',
};
const group = { direction: 'outbound', destination: 'Spain', calls: 1, billedSeconds: 61, amount: '0.1235' };
describe('an invoice as PDF', () => {
  it.each(Object.keys(PAPER_WORDS) as (keyof typeof PAPER_WORDS)[])(
    'is drawn in %s with its annex on separate pages',
    async (language) => {
      const none = await renderInvoice(
        { invoice: invoice(), logo: null, groups: [], calls: [], moreCalls: 0 },
        language,
      );
      expect([none.toString('latin1', 0, 5), pagesOf(none)]).toEqual(['%PDF-', 1]);
      expect(drawnOn(none)).toBeGreaterThan(150);
      const calls = Array.from({ length: 120 }, () => call);
      const content = { invoice: invoice(), logo: null, groups: [group], calls, moreCalls: 9 };
      expect(pagesOf(await renderInvoice(content, language))).toBe(4);
    },
  );

  it('continues on further pages for many lines, each with the invoice number', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => ({
      ...LINE,
      kind: 'adjustment' as const,
      description: `Line ${n}`,
      detail: {},
      net: '1.00',
    }));
    const content = { invoice: invoice({ lines }), logo: null, groups: [], calls: [], moreCalls: 0 };
    const pdf = await renderInvoice(content, 'en');
    expect(pagesOf(pdf)).toBe(3);
    expect(pdf.toString('latin1')).toContain('(Invoice INV-00007)');
  });

  it('can be a credit note or a draft without a number', async () => {
    const render = (over: Partial<Invoice>) =>
      renderInvoice({ invoice: invoice(over), logo: null, groups: [], calls: [], moreCalls: 0 }, 'en');
    const note = await render({ kind: 'credit_note', creditsId: '0', creditsNumber: 'INV-00001', number: 'CN-1' });
    expect(note.toString('latin1')).toContain('(Credit note CN-1)');
    expect((await render({ status: 'draft', number: null, issueDate: null })).toString('latin1')).toContain(
      '(Invoice DRAFT)',
    );
  });
});
