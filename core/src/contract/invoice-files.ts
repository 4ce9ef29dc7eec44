// An invoice as a paper, and its calls as a file.
import { z } from 'zod';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id } from './resource.ts';
import { route } from './route.ts';
import { Language } from './text.ts';

/** The file of an invoice or of its calls. */
const file = {
  method: 'GET',
  tag: 'billing',
  access: ['read', 'billing'],
  params: z.object({ id: Id }),
  errors: ['not-found'],
} as const;

export const invoicePdf = route({
  ...file,
  path: '/invoices/:id/pdf',
  summary: 'An invoice as PDF, in its own language or the one that is named',
  query: z.object({ language: Language.optional() }),
  file: ['application/pdf'],
});

export const INVOICE_CALL_COLUMNS = [
  'at',
  'direction',
  'source',
  'destination',
  'destinationName',
  'rawSeconds',
  'billedSeconds',
  'allowanceSeconds',
  'amount',
] as const;

/** Of a final invoice the calls that are on it, of a draft those that would be. */
export const invoiceCalls = route({
  ...file,
  path: '/invoices/:id/calls',
  summary: 'The calls of an invoice, as CSV, XLSX or PDF',
  query: z.object({
    format: z.enum(EXPORT_FORMATS).default('csv'),
    ...FILE_WORDS,
  }),
  file: EXPORT_FILES,
});
