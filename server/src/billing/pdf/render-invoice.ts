// Renders an invoice or a credit note as PDF. The annex lists the usage.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import type { Invoice, InvoiceLine } from '@ringside/core/contract/billing/invoice.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { drawAnnex } from './draw-annex.ts';
import type { AnnexCall, AnnexGroup } from './draw-annex.ts';
import { createPaperText } from './paper-text.ts';
import type { PaperText } from './paper-text.ts';
import { createSheet, PAGE } from '../../platform/documents/sheet.ts';
import type { Sheet } from '../../platform/documents/sheet.ts';
import { paperLanguage } from './words.ts';

interface PaperContent {
  readonly invoice: Invoice;
  readonly logo: Uint8Array | null;
  readonly groups: readonly AnnexGroup[];
  /** The first calls. `moreCalls` counts the omitted ones. */
  readonly calls: readonly AnnexCall[];
  readonly moreCalls: number;
}

const GREY = '#5b6675';
const ACCENT = '#1f4e8c';
const SMALL = { size: 8.5, color: GREY } as const;

const isCredit = ({ kind }: Invoice): boolean => kind === 'credit_note';

const drawHead = (sheet: Sheet, text: PaperText, { invoice, logo }: PaperContent): number => {
  const { words } = text;
  const top = PAGE.margin;
  if (logo !== null) sheet.picture(logo, 0, top, 160, 48);
  else sheet.line(invoice.issuedBy.name, 0, top + 4, sheet.width / 2, { size: 15, weight: 700, own: true });
  const title = isCredit(invoice) ? words.creditNote : words.invoice;
  sheet.line(title, sheet.width / 2, top, sheet.width / 2, { size: 21, weight: 700, align: 'end', color: ACCENT });
  const under = invoice.number ?? words.draft;
  sheet.line(under, sheet.width / 2, top + 31, sheet.width / 2, { size: 11, align: 'end', color: GREY });
  return top + 74;
};

const drawParty = (sheet: Sheet, text: PaperText, title: string, party: Invoice['billTo'], at: number, y: number) => {
  const wide = sheet.width / 2 - 16;
  sheet.line(title, at, y, wide, { size: 8, weight: 700, color: GREY });
  let down = y + 14;
  down += sheet.paragraph(party.name, at, down, wide, { size: 11, weight: 700, own: true });
  const details = [
    ...(party.address === '' ? [] : party.address.split('\n')),
    ...(party.taxId === '' ? [] : [fillIn(text.words.taxId, { id: `\u2066${party.taxId}\u2069` })]),
    ...[party.email, party.phone, party.website].filter((one) => one !== '').map((one) => `\u2066${one}\u2069`),
  ];
  for (const line of details) down += sheet.paragraph(line, at, down, wide, { size: 9, own: true });
  return down;
};

const drawFacts = (sheet: Sheet, text: PaperText, invoice: Invoice, y: number): number => {
  const { words } = text;
  const facts = [
    [words.number, invoice.number ?? '–'],
    [words.issueDate, text.day(invoice.issueDate) || '–'],
    ...(isCredit(invoice) ? [] : [[words.dueDate, text.day(invoice.dueDate) || '–']]),
    [words.period, text.span(invoice.firstDay, invoice.lastDay)],
    ...(invoice.creditsNumber === null ? [] : [[words.credits, invoice.creditsNumber]]),
  ] as const;
  // The period has two dates, so it gets more width.
  const part = sheet.width / (facts.length + 0.6);
  sheet.box(0, y, sheet.width, 40, '#f2f5f9');
  let at = 10;
  for (const [label = '', value = ''] of facts) {
    const wide = label === words.period ? part * 1.6 : part;
    sheet.line(label, at, y + 6, wide - 14, { size: 8, color: GREY });
    sheet.line(value, at, y + 19, wide - 14, { size: 9.5, weight: 700 });
    at += wide;
  }
  return y + 58;
};

/** Positions and widths of the table columns, from the start side of the language. */
const COLUMNS = (width: number) =>
  ({
    description: [0, width - 220],
    quantity: [width - 210, 100],
    amount: [width - 100, 100],
  }) as const;

const drawTableHead = (sheet: Sheet, { words }: PaperText, y: number): number => {
  const at = COLUMNS(sheet.width);
  const style = { size: 8.5, weight: 700, color: GREY } as const;
  sheet.line(words.description, ...cell(at.description, y), style);
  sheet.line(words.quantity, ...cell(at.quantity, y), { ...style, align: 'end' });
  sheet.line(words.amount, ...cell(at.amount, y), { ...style, align: 'end' });
  sheet.rule(0, y + 16, sheet.width, '#9aa5b4');
  return y + 22;
};
const cell = ([at, wide]: readonly [number, number], y: number) => [at, y, wide] as const;

const drawLines = (sheet: Sheet, text: PaperText, lines: readonly InvoiceLine[], from: number): number => {
  const at = COLUMNS(sheet.width);
  let y = drawTableHead(sheet, text, from);
  for (const line of lines) {
    const name = text.describe(line);
    const more = text.explain(line);
    const wide = at.description[1];
    const height = sheet.heightOf(name, wide) + (more === '' ? 0 : sheet.heightOf(more, wide, SMALL)) + 8;
    if (y + height > PAGE.height - PAGE.bottom) {
      sheet.addPage();
      y = drawTableHead(sheet, text, PAGE.margin);
    }
    const down = sheet.paragraph(name, at.description[0], y, wide);
    if (more !== '') sheet.paragraph(more, at.description[0], y + down, wide, SMALL);
    sheet.line(text.quantityOf(line), ...cell(at.quantity, y), { align: 'end' });
    sheet.line(line.kind === 'allowance' ? '' : text.money(line.net), ...cell(at.amount, y), { align: 'end' });
    y += height;
    sheet.rule(0, y - 5, sheet.width, '#e6eaef');
  }
  return y;
};

const drawTotals = (sheet: Sheet, text: PaperText, invoice: Invoice, from: number): number => {
  const { words } = text;
  const taxes = invoice.taxes.map((tax, n) => ({
    label: fillIn(invoice.taxInclusive ? words.taxWithin : words.taxOn, {
      ...{ label: `\u2068${tax.label}\u2069`, percent: text.percent(tax.percent), base: text.money(tax.base) },
    }),
    amount: tax.amount,
    above: tax.compound === true && n > 0,
  }));
  const height = taxes.reduce((sum, { above }) => sum + (above ? 27 : 16), 62);
  const paged = from + height > PAGE.height - PAGE.bottom;
  if (paged) sheet.addPage();
  const [at, wide] = [sheet.width - 270, 270] as const;
  let y = paged ? PAGE.margin : from + 6;
  const row = (label: string, amount: string, style: { size?: number; weight?: 400 | 700 } = {}): void => {
    sheet.line(label, at, y, wide - 90, style);
    sheet.line(text.money(amount), at + wide - 180, y, 180, { ...style, align: 'end' });
    y += 16;
  };
  if (taxes.length > 0) row(invoice.taxInclusive ? words.netInclusive : words.net, invoice.net);
  for (const tax of taxes) {
    row(tax.label, tax.amount);
    if (!tax.above) continue;
    sheet.line(words.taxOnTaxes, at, y - 3, wide, { ...SMALL, size: 7.5 });
    y += 11;
  }
  sheet.rule(at, y + 1, wide, '#9aa5b4');
  y += 7;
  row(words.total, invoice.total, { size: 13, weight: 700 });
  return y + 14;
};

const drawWords = (sheet: Sheet, text: PaperText, invoice: Invoice, from: number): void => {
  const { words } = text;
  const parts = [
    ...(invoice.status === 'draft' ? [['', words.draftNote] as const] : []),
    ...(invoice.notes === '' ? [] : [[words.notes, invoice.notes] as const]),
    ...(invoice.issuedBy.paymentDetails === '' || isCredit(invoice)
      ? []
      : [[words.payment, invoice.issuedBy.paymentDetails] as const]),
  ];
  let y = from;
  for (const [title, body] of parts) {
    const height = sheet.heightOf(body, sheet.width) + 24;
    if (y + height > PAGE.height - PAGE.bottom) {
      sheet.addPage();
      y = PAGE.margin;
    }
    if (title !== '') {
      sheet.line(title, 0, y, sheet.width, { size: 8, weight: 700, color: GREY });
      y += 13;
    }
    y += sheet.paragraph(body, 0, y, sheet.width, { size: 9, own: true }) + 12;
  }
};

/** `language`: of the texts. Amounts and dates are formatted accordingly. */
export const renderInvoice = async (content: PaperContent, language: Language): Promise<Buffer> => {
  const { invoice } = content;
  const paper = paperLanguage(language);
  const text = createPaperText(paper, invoice.currency);
  const { words } = text;
  const kind = isCredit(invoice) ? words.creditNote : words.invoice;
  const sheet = createSheet({
    ...{ direction: directionOf(paper), language: paper, author: invoice.issuedBy.name },
    ...{
      title: `${kind} ${invoice.number ?? words.draft}`,
      createdAt: new Date(invoice.finalisedAt ?? invoice.createdAt),
    },
  });
  let y = drawHead(sheet, text, content);
  const half = sheet.width / 2 + 16;
  y = Math.max(
    drawParty(sheet, text, words.from, invoice.issuedBy, 0, y),
    drawParty(sheet, text, words.billTo, invoice.billTo, half, y),
  );
  y = drawFacts(sheet, text, invoice, y + 16);
  y = drawLines(sheet, text, invoice.lines, y);
  y = drawTotals(sheet, text, invoice, y);
  drawWords(sheet, text, invoice, y);
  drawAnnex(sheet, text, content);
  sheet.onEach((page, pages) => {
    const bottom = PAGE.height - 40;
    sheet.rule(0, bottom - 8, sheet.width);
    sheet.line(invoice.issuedBy.footer.replaceAll('\n', ' · '), 0, bottom, sheet.width - 110, {
      ...SMALL,
      size: 7.5,
      own: true,
    });
    const count = fillIn(words.page, { page: String(page), pages: String(pages) });
    sheet.line(count, sheet.width - 100, bottom, 100, { ...SMALL, size: 7.5, align: 'end' });
  });
  return sheet.end();
};

/** Entry point of the document thread. */
export const render = (job: { readonly content: PaperContent; readonly language: Language }): Promise<Uint8Array> =>
  renderInvoice(job.content, job.language);
