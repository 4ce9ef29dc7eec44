// Formats numbers, dates and lines of an invoice in its language. Amounts stay decimal texts.
import { formatDecimal } from '@ringside/core/base/format-decimal.ts';
import { fillIn } from '@ringside/core/base/fill-in.ts';
import type { InvoiceLine } from '@ringside/core/contract/billing/invoice.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { PAPER_WORDS, paperLanguage } from './words.ts';

const TAGS = { en: 'en-GB', es: 'es', fr: 'fr', he: 'he' } as const;

/** Isolates a number, so that it stays left-to-right in right-to-left text. */
const isolated = (text: string): string => `\u2066${text}\u2069`;
/** Isolates a name with its own text direction. */
const named = (text: string): string => `\u2068${text}\u2069`;

/** Returns the word for a value of an invoice line, if there is one. */
export const wordOf = (words: Readonly<Record<string, string>>, value: string): string | undefined => words[value];

/** Returns minutes and seconds: `12:05` for 725 seconds. */
export const minutesOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;

export const createPaperText = (wanted: Language, currency: string) => {
  const language = paperLanguage(wanted);
  const words = PAPER_WORDS[language];
  const tag = TAGS[language];
  const amounts = new Intl.NumberFormat(tag, { style: 'currency', currency });
  const exact = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  const counts = new Intl.NumberFormat(tag);
  const percents = new Intl.NumberFormat(tag, { maximumFractionDigits: 4 });
  const percent = (decimal: string): string => (decimal === '' ? '' : formatDecimal(percents, decimal));
  const days = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const money = (decimal: string): string => isolated(formatDecimal(amounts, decimal).replace(/[\u200e\u200f]/g, ''));
  const day = (iso: string | null): string => (iso === null ? '' : days.format(new Date(`${iso}T00:00:00Z`)));
  const count = (value: unknown): string => counts.format(Number(value ?? 0));
  const span = (from: string, to: string): string => `${day(from)} – ${day(to)}`;

  const values = ({ detail }: InvoiceLine): Record<string, string> => {
    const text = (key: string): string => String(detail[key] ?? '');
    const direction = wordOf(words.direction, text('direction')) ?? '';
    return {
      ...{ planName: named(text('planName')), name: named(text('name')), percent: percent(text('percent')), direction },
      ...{ from: day(detail['from'] ? text('from') : null), to: day(detail['to'] ? text('to') : null) },
      group: text('group') ? named(text('group')) : words.otherGroup,
      item: wordOf(words.items, text('item')) ?? text('item'),
      on: wordOf(words.on, text('on')) ?? '',
      ...{ calls: count(detail['calls']), minutes: isolated(minutesOf(Number(detail['billedSeconds'] ?? 0))) },
    };
  };

  return {
    ...{ words, money, day, count, percent, span },
    amount: (decimal: string): string => isolated(formatDecimal(exact, decimal)),
    describe: (line: InvoiceLine): string => {
      if (line.description !== '') return line.description;
      const { lines } = words;
      const late = line.kind === 'usage' && line.detail['late'] === true;
      if (line.kind === 'adjustment') return '';
      const plan =
        line.kind === 'usage' && line.detail['planName'] ? ` · ${named(String(line.detail['planName']))}` : '';
      return fillIn(late ? lines.usageLate : lines[line.kind], values(line)) + plan;
    },
    /** Returns the second, smaller line; empty for most lines. */
    explain: (line: InvoiceLine): string => {
      const { detail, kind } = line;
      const { lines } = words;
      if (kind === 'usage') {
        const included = Number(detail['allowanceSeconds'] ?? 0);
        const sub = fillIn(lines.usageSub, values(line));
        return included === 0 ? sub : sub + fillIn(lines.usageIncluded, { included: isolated(minutesOf(included)) });
      }
      if (kind === 'unit' && detail['least']) return fillIn(lines.unitLeast, { n: count(detail['least']) });
      if (kind === 'unit' && detail['most']) return fillIn(lines.unitMost, { n: count(detail['most']) });
      if (kind !== 'allowance') return '';
      const of = (key: string): string =>
        detail['unit'] === 'minutes' ? isolated(minutesOf(Number(detail[key] ?? 0))) : count(detail[key]);
      const text = detail['unit'] === 'minutes' ? lines.allowanceMinutes : lines.allowanceCalls;
      return fillIn(text, { used: of('used'), included: of('included'), left: of('left') });
    },
    quantityOf: (line: InvoiceLine): string => {
      if (line.kind === 'usage') return count(line.detail['calls']);
      if (line.kind !== 'unit') return '';
      return `${count(line.detail['billed'])} × ${money(String(line.detail['unitPrice'] ?? '0'))}`;
    },
  };
};

export type PaperText = ReturnType<typeof createPaperText>;
