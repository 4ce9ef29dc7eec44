// Draws the annex of an invoice: usage by destination, then the list of calls.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import type { PaperText } from './paper-text.ts';
import { minutesOf, wordOf } from './paper-text.ts';
import { PAGE } from '../../platform/documents/sheet.ts';
import type { Style } from '../../platform/documents/fit-text.ts';
import type { Sheet } from '../../platform/documents/sheet.ts';

export interface AnnexGroup {
  readonly direction: string;
  readonly destination: string;
  readonly calls: number;
  readonly billedSeconds: number;
  /** Decimal text. */
  readonly amount: string;
}

export interface AnnexCall {
  /** Formatted in the customer's time zone. */
  readonly time: string;
  readonly source: string;
  readonly destination: string;
  readonly destinationName: string;
  readonly billedSeconds: number;
  readonly amount: string;
}

interface Column {
  readonly title: string;
  /** Share of the page width. */
  readonly share: number;
  readonly align: NonNullable<Style['align']>;
}

const HEAD = { size: 8, weight: 700, color: '#5b6675' } as const;
const ROW = { size: 8 } as const;
const ROW_HEIGHT = 13;

const isolated = (text: string): string => `\u2066${text}\u2069`;

const drawTable = (
  sheet: Sheet,
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  from: number,
): number => {
  const cells = (texts: readonly string[], y: number, style: Style): void => {
    let at = 0;
    for (const [n, column] of columns.entries()) {
      const wide = column.share * sheet.width;
      sheet.line(texts[n] ?? '', at, y, wide - 6, { ...style, align: column.align });
      at += wide;
    }
  };
  const head = (y: number): number => {
    cells(
      columns.map((column) => column.title),
      y,
      HEAD,
    );
    sheet.rule(0, y + 14, sheet.width, '#9aa5b4');
    return y + 19;
  };
  let y = from;
  sheet.line(title, 0, y, sheet.width, { size: 12, weight: 700 });
  y = head(y + 24);
  for (const row of rows) {
    if (y + ROW_HEIGHT > PAGE.height - PAGE.bottom) {
      sheet.addPage();
      y = head(PAGE.margin);
    }
    cells(row, y, ROW);
    y += ROW_HEIGHT;
  }
  return y;
};

export const drawAnnex = (
  sheet: Sheet,
  text: PaperText,
  content: { readonly groups: readonly AnnexGroup[]; readonly calls: readonly AnnexCall[]; readonly moreCalls: number },
): void => {
  if (content.groups.length === 0) return;
  const { words } = text;
  const direction = (name: string): string => wordOf(words.direction, name) ?? name;
  sheet.addPage();
  let y = drawTable(
    sheet,
    words.usageByDestination,
    [
      { title: '', share: 0.26, align: 'start' },
      { title: words.destination, share: 0.34, align: 'start' },
      { title: words.calls, share: 0.1, align: 'end' },
      { title: words.minutes, share: 0.14, align: 'end' },
      { title: words.amount, share: 0.16, align: 'end' },
    ],
    content.groups.map((g) => [
      direction(g.direction),
      g.destination || words.otherGroup,
      text.count(g.calls),
      isolated(minutesOf(g.billedSeconds)),
      text.amount(g.amount),
    ]),
    PAGE.margin,
  );
  if (content.calls.length === 0) return;
  y += 24;
  if (y + 120 > PAGE.height - PAGE.bottom) {
    sheet.addPage();
    y = PAGE.margin;
  }
  y = drawTable(
    sheet,
    words.callList,
    [
      { title: words.time, share: 0.2, align: 'start' },
      { title: words.source, share: 0.19, align: 'start' },
      { title: words.target, share: 0.19, align: 'start' },
      { title: words.destination, share: 0.2, align: 'start' },
      { title: words.duration, share: 0.1, align: 'end' },
      { title: words.amount, share: 0.12, align: 'end' },
    ],
    content.calls.map((call) => [
      isolated(call.time),
      isolated(call.source),
      isolated(call.destination),
      call.destinationName,
      isolated(minutesOf(call.billedSeconds)),
      text.amount(call.amount),
    ]),
    y,
  );
  if (content.moreCalls > 0)
    sheet.line(fillIn(words.moreCalls, { count: text.count(content.moreCalls) }), 0, y + 8, sheet.width, { size: 8.5 });
};
