// Renders a report as a PDF with page numbers: title, filters, every table, and the formulas of the figures.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import { createSheet } from './sheet.ts';
import type { Sheet } from './sheet.ts';
import { createCellText } from './report-content.ts';
import type { Cell, ReportContent, ReportTable } from './report-content.ts';
import { wordsOf } from './report-words.ts';

const GREY = '#5b6675';
const LINE = '#9aa5b4';
const FAINT = '#e6eaef';
const MARGIN = 48;
const TOP = 56;
const HEAD = { size: 7.5, weight: 700, color: GREY } as const;
const ROW = { size: 8.5 } as const;
const TOTAL = { size: 8.5, weight: 700 } as const;
const ROW_HEIGHT = 15;

type Text = ReturnType<typeof createCellText>;

/** Position of the next element. A new page starts if there is not enough space. */
interface Pen {
  y: number;
}

const room = (sheet: Sheet, pen: Pen, height: number): boolean => {
  if (pen.y + height <= sheet.height - 60) return false;
  sheet.addPage();
  pen.y = TOP;
  return true;
};

const drawTable = (sheet: Sheet, text: Text, table: ReportTable, language: ReportContent['language'], pen: Pen) => {
  const { columns } = table;
  const end = (i: number): boolean => columns[i]!.kind !== 'text' && i > 0;
  // Names get twice the width of figures.
  const shares = columns.map((column, i) => (column.kind === 'text' || i === 0 ? 2.2 : 1));
  // A table with few columns does not use the page's full width.
  const width = Math.min(sheet.width, columns.length * 130);
  const all = shares.reduce((n, share) => n + share, 0);
  const wide = shares.map((share) => (share / all) * width);
  const at = wide.map((_, i) => wide.slice(0, i).reduce((n, w) => n + w, 0));
  const headHeight = Math.max(...columns.map((c, i) => sheet.heightOf(c.heading, wide[i]! - 6, HEAD)));
  const align = (i: number) => (end(i) ? { align: 'end' as const } : {});
  const head = (): void => {
    columns.forEach((c, i) => void sheet.paragraph(c.heading, at[i]!, pen.y, wide[i]! - 6, { ...HEAD, ...align(i) }));
    pen.y += headHeight + 2;
    sheet.rule(0, pen.y, width, LINE);
    pen.y += 4;
  };
  const line = (cells: readonly Cell[], style: typeof ROW | typeof TOTAL): void => {
    if (room(sheet, pen, ROW_HEIGHT)) head();
    const kind = (i: number) => (style === TOTAL && i === 0 ? 'text' : columns[i]!.kind);
    cells.forEach((cell, i) => {
      sheet.line(text.cell(kind(i), cell), at[i]!, pen.y, wide[i]! - 6, { ...style, ...align(i) });
    });
    pen.y += ROW_HEIGHT;
    sheet.rule(0, pen.y - 3, width, FAINT);
  };
  // Keeps the heading with the first rows of the table.
  room(sheet, pen, 30 + headHeight + 3 * ROW_HEIGHT);
  sheet.line(table.title, 0, pen.y, sheet.width, { size: 11.5, weight: 700 });
  pen.y += 21;
  head();
  for (const row of table.rows) line(row, ROW);
  if (table.total !== undefined) line(table.total, TOTAL);
  if (table.more) {
    const words = fillIn(wordsOf(language).paper.moreRows, { count: String(table.rows.length) });
    sheet.line(words, 0, pen.y, sheet.width, { size: 8, color: GREY });
    pen.y += ROW_HEIGHT;
  }
  pen.y += 16;
};

/** Maximum number of listed gaps. More would move the figures off the first page. */
const MOST_UNSEEN = 12;

const drawHead = (sheet: Sheet, text: Text, content: ReportContent, made: string, pen: Pen): void => {
  const { paper } = wordsOf(content.language);
  sheet.line(content.title, 0, pen.y, sheet.width, { size: 18, weight: 700 });
  pen.y += 30;
  const { firstDay, lastDay } = content;
  const period = firstDay === lastDay ? text.day(firstDay) : `${text.day(firstDay)} – ${text.day(lastDay)}`;
  const facts = [
    [paper.period, period],
    [paper.timeZone, `\u2066${content.timeZone}\u2069`],
    ...(content.filters.length === 0 ? [[paper.filters, paper.none] as const] : content.filters),
    [paper.made, made],
    ...content.unseen.slice(0, MOST_UNSEEN).map((text, i) => [i === 0 ? `${paper.notSeen} *` : '', text] as const),
    ...(content.unseen.length > MOST_UNSEEN ? [['', `+ ${content.unseen.length - MOST_UNSEEN}`] as const] : []),
  ] as const;
  for (const [label, value] of facts) {
    sheet.line(label, 0, pen.y, 110, { size: 8.5, color: GREY });
    sheet.line(value, 116, pen.y, sheet.width - 116, { size: 8.5 });
    pen.y += 13.5;
  }
  pen.y += 14;
};

const drawFormulas = (sheet: Sheet, content: ReportContent, pen: Pen): void => {
  const { paper } = wordsOf(content.language);
  room(sheet, pen, 60);
  sheet.line(paper.formulas, 0, pen.y, sheet.width, { size: 11.5, weight: 700 });
  pen.y += 20;
  for (const [name, how] of content.formulas) {
    const height = Math.max(13, sheet.heightOf(how, sheet.width - 170, { size: 8 }));
    room(sheet, pen, height);
    sheet.line(name, 0, pen.y, 160, { size: 8, weight: 700 });
    sheet.paragraph(how, 170, pen.y, sheet.width - 170, { size: 8 });
    pen.y += height + 2;
  }
};

/** `madeAt`: epoch milliseconds, shown in the report's time zone. */
export const renderReport = async (content: ReportContent, madeAt: number): Promise<Buffer> => {
  const { language, title } = content;
  const text = createCellText(language, content.timeZone);
  const { paper } = wordsOf(language);
  const sheet = createSheet({
    ...{ direction: language === 'he' ? 'rtl' : 'ltr', language, author: 'Ringside', landscape: true },
    ...{ title: `${title} ${content.firstDay} – ${content.lastDay}`, createdAt: new Date(madeAt) },
  });
  const pen = { y: MARGIN };
  drawHead(sheet, text, content, text.moment(madeAt), pen);
  for (const table of content.tables) if (table.rows.length > 0) drawTable(sheet, text, table, language, pen);
  drawFormulas(sheet, content, pen);
  sheet.onEach((page, pages) => {
    const bottom = sheet.height - 36;
    const small = { size: 7.5, color: GREY } as const;
    sheet.rule(0, bottom - 8, sheet.width);
    sheet.line(
      `${title} · ${text.day(content.firstDay)} – ${text.day(content.lastDay)}`,
      0,
      bottom,
      sheet.width - 120,
      small,
    );
    const count = fillIn(paper.page, { page: String(page), pages: String(pages) });
    sheet.line(count, sheet.width - 110, bottom, 110, { ...small, align: 'end' });
  });
  return sheet.end();
};
