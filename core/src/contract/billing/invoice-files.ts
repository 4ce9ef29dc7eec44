// An invoice as PDF and its calls as a file.
import { z } from 'zod';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id } from '../resource.ts';
import { route } from '../route.ts';
import { Language } from '../text.ts';

/** Common properties of both file routes. */
const file = {
  method: 'GET',
  tag: 'billing',
  access: ['read', 'billing'],
  params: z.object({ id: Id }),
  errors: ['not-found'],
} as const;

export const getInvoicePdf = route({
  ...file,
  path: '/invoices/:id/pdf',
  summary: 'Get an invoice as PDF, in its own language or the given one',
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

/** For a final invoice its calls, for a draft the calls it would contain. */
export const exportInvoiceCalls = route({
  ...file,
  path: '/invoices/:id/calls',
  summary: 'Export the calls of an invoice as CSV, XLSX or PDF',
  query: z.object({
    format: z.enum(EXPORT_FORMATS).default('csv'),
    ...FILE_WORDS,
  }),
  file: EXPORT_FILES,
});
