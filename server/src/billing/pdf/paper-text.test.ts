import { expect, it } from 'vitest';
import type { InvoiceLine } from '@ringside/core/contract/billing/invoice.ts';
import { createPaperText } from './paper-text.ts';

const LINE = {
  id: '0',
  position: 0,
  kind: 'unit',
  description: '',
  net: '7.50',
  credited: '0.00',
  manual: false,
} as const;
const unit = (limit: InvoiceLine['detail']): InvoiceLine => ({
  ...LINE,
  detail: { item: 'queue', quantity: 1, included: 0, billed: 3, unitPrice: '2.50', ...limit },
});

it.each(['en', 'es', 'fr', 'he'] as const)('explains in %s that a fee has a minimum or a maximum', (language) => {
  const { explain, quantityOf } = createPaperText(language, 'EUR');
  const [least, most] = [explain(unit({ least: 3 })), explain(unit({ most: 3 }))];
  expect([least, most].map((said) => /\b3\b/.test(said) && !said.includes('{'))).toEqual([true, true]);
  expect(least).not.toBe(most);
  expect(explain(unit({}))).toBe('');
  expect(quantityOf(unit({}))).toMatch(/^3 × /);
});
