import { beforeEach, describe, expect, it } from 'vitest';
import { createChangeMarks, type ChangeMarks, ROWS_MS, TOTALS_MS } from './change-marks.ts';
import { topic } from './topic.ts';

const ROW = topic.row('calls', '1\tc');
const OTHER = topic.row('calls', '1\td');
const TALLY = topic.tally('1\tq');

let now: number;
let timers: { readonly at: number; readonly run: () => void }[];
let marks: ChangeMarks;
let told: [number, string][];
/** Passes time in steps of one millisecond. */
const pass = (ms: number): void => {
  for (let i = 0; i <= ms; i++) {
    const due = timers.filter((t) => t.at <= now);
    timers = timers.filter((t) => t.at > now);
    for (const { run } of due) run();
    if (i < ms) now++;
  }
};

beforeEach(() => {
  now = 1000;
  timers = [];
  told = [];
  marks = createChangeMarks({ clock: () => now, later: (run, ms) => void timers.push({ at: now + ms, run }) });
  for (const name of [ROW, TALLY]) marks.on(name, () => told.push([now, name]));
});

describe('listeners', () => {
  it('hear the first change at once, and further changes of a row at intervals', () => {
    for (let i = 0; i < 120; i++) {
      marks.mark(ROW);
      pass(1);
    }
    pass(500);
    expect(told.map(([at]) => at)).toEqual([1000, 1000 + ROWS_MS, 1000 + 2 * ROWS_MS, 1000 + 3 * ROWS_MS]);
  });

  it('hear of counts less often than of rows', () => {
    for (let i = 0; i < 2 * TOTALS_MS; i++) {
      marks.mark(TALLY);
      pass(1);
    }
    expect(told.map(([at]) => at)).toEqual([1000, 1000 + TOTALS_MS, 1000 + 2 * TOTALS_MS]);
  });

  it('hear of counts together with a row when both are nearly due', () => {
    marks.mark(TALLY);
    pass(TOTALS_MS - 15);
    marks.mark(TALLY);
    marks.mark(ROW);
    pass(50);
    const at = 1000 + TOTALS_MS - 15;
    expect(told.slice(1)).toEqual([
      [at, ROW],
      [at, TALLY],
    ]);
  });

  it('cause no timer for topics that nobody listens to', () => {
    marks.mark(OTHER);
    expect(timers).toEqual([]);
    const end = marks.on(OTHER, () => told.push([now, OTHER]));
    end();
    marks.mark(OTHER);
    expect(timers).toEqual([]);
  });
});
