// Tests PDF reports: every table of both reports, in four languages, on numbered pages.
import { describe, expect, it } from 'vitest';
import { drawnOn, pagesOf } from '../../billing/pdf/testing/read-pdf.ts';
import { renderReport } from './render-report.ts';
import type { ReportContent } from './report-content.ts';
import type { ReportLanguage } from './report-words.ts';

const column = (name: string, kind: ReportContent['tables'][number]['columns'][number]['kind']) => ({
  name,
  kind,
  heading: name,
});

const content = (language: ReportLanguage, rows: number): ReportContent => ({
  ...{ title: 'Queue report', language, firstDay: '2026-11-01', lastDay: '2026-11-30', timeZone: 'Asia/Jerusalem' },
  filters: [['Queue', 'מכירות (Sales)']],
  unseen: ['PBX 2 unseen 10:02–10:05'],
  tables: [
    {
      name: 'rows',
      title: 'By queue',
      columns: [column('label', 'text'), column('received', 'count'), column('wait', 'time'), column('level', 'share')],
      rows: Array.from({ length: rows }, (_, n) => [`Queue ${n}`, n, n * 61, n === 0 ? null : 81_130]),
      total: ['All', 12, 3600, 50_000],
    },
    { name: 'none', title: 'Nothing in it', columns: [column('label', 'text')], rows: [] },
  ],
  formulas: [['Service level', '\u2066A≤T ÷ (A + B)\u2069']],
});

describe('a PDF report', () => {
  it.each(['en', 'es', 'fr', 'he'] as const)('is drawn in %s', async (language) => {
    const pdf = await renderReport(content(language, 5), Date.parse('2026-12-01T06:00:00Z'));
    expect([pdf.toString('latin1', 0, 5), pagesOf(pdf)]).toEqual(['%PDF-', 1]);
    expect(drawnOn(pdf)).toBeGreaterThan(200);
  });

  it('continues on further pages and draws more for more rows', async () => {
    const at = Date.parse('2026-12-01T06:00:00Z');
    const [few, many] = [await renderReport(content('en', 5), at), await renderReport(content('en', 90), at)];
    expect(pagesOf(many)).toBe(4);
    expect(drawnOn(many)).toBeGreaterThan(drawnOn(few) + 85 * 12);
  });
});
