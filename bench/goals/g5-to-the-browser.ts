// G5: delay from the PBX's write to the text in the browser. Twenty simulated PBXs mark some events with the time of writing. Two hundred
// bare sockets read the marks, and one Chromium reports when each was in the page and painted.
import type { Browser, Page } from 'playwright-core';
import { openBrowser, visit } from '../../e2e/browser/chromium.ts';
import { signIn } from '../../e2e/browser/sign-in.ts';
import { SIGN_INS } from '../../e2e/browser/stage.ts';
import type { RunningConsole } from '../../e2e/lab/console.ts';
import { startConsole } from '../../e2e/lab/console.ts';
import { sleep } from '../../e2e/lab/lab.ts';
import { addServers, socketUrl } from '../add-servers.ts';
import type { Result } from '../harness.ts';
import { median, percentile, progress } from '../harness.ts';
import type { MarkedPbxs } from '../marked-pbxs.ts';
import { startMarkedPbxs } from '../marked-pbxs.ts';
import { MARK, startReaders } from '../readers.ts';

const PBXS = 20;
const QUEUES = 500;
const AGENTS = 3000;
const VIEWERS = 200;
/** All PBXs together. */
const EVENTS_A_SECOND = 500;
const ROUNDS = 5;
const SECONDS = 15;
/** Fewer marks make the 99th percentile a matter of chance. */
const LEAST_MARKS = 1000;
/** Milliseconds during which actions on the PBXs are counted without viewers, before and after. */
const ALONE_MS = 20_000;
const QUEUE = 'tenant1-queue1';

interface Seen {
  /** Milliseconds from the PBX's write. */
  readonly inPage: number[];
  readonly painted: number[];
}

/**
 * Runs in the page: records when each mark enters the document and when its frame is painted. Marks of rows that enter as a whole do not
 * count: the list mounted these rows, and the marks are older.
 */
const watchMarks = (mark: string): void => {
  const seen: { inPage: number[]; painted: number[] } = { inPage: [], painted: [] };
  (window as unknown as { seen: typeof seen }).seen = seen;
  const started = Date.now();
  const known = new Set<string>();
  const note = (text: string, counts: boolean): void => {
    if (!text.startsWith(mark) || known.has(text)) return;
    known.add(text);
    const written = Number(text.slice(mark.length));
    if (!counts || written < started) return;
    seen.inPage.push(Date.now() - written);
    // A task after the animation frame runs when that frame has been drawn.
    requestAnimationFrame(() => setTimeout(() => seen.painted.push(Date.now() - written)));
  };
  const look = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) return note(node.nodeValue ?? '', true);
    const isRow = node instanceof Element && (node.matches('li') || node.querySelector('li') !== null);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) note(texts.currentNode.nodeValue ?? '', !isRow);
  };
  look(document.body);
  new MutationObserver((records) => {
    for (const r of records) {
      if (r.type === 'characterData') look(r.target);
      else r.addedNodes.forEach(look);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
};

/** Watches the queue's panel of one PBX for a while. */
const watchPage = async (page: Page, serverId: number): Promise<Seen> => {
  await page.goto(`/dashboard?queue=${serverId}:${QUEUE}`);
  const panel = page.getByLabel(`Queue ${QUEUE}`, { exact: true });
  await panel.getByText(MARK).first().waitFor();
  await page.waitForTimeout(1000);
  await page.evaluate(watchMarks, MARK);
  await page.waitForTimeout(SECONDS * 1000);
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen);
};

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
const ms = (value: number): string => `${value.toFixed(0)} ms`;

interface Limits {
  readonly p99: number;
  /** null: no limit of its own. */
  readonly mean: number | null;
}

const timing = (what: string, rounds: readonly (readonly number[])[], limits: Limits): Result => {
  const p99 = median(rounds.map((r) => percentile(r, 99)));
  const average = median(rounds.map(mean));
  const marks = rounds.flat().length;
  if (marks < LEAST_MARKS) progress(`only ${marks} marks: ${what}`);
  return {
    goal: 'G5',
    what: `PBX write to ${what}: p99, mean (${marks} marks)`,
    reached: `${ms(p99)}, ${ms(average)}`,
    aim: limits.mean === null ? `≤ ${limits.p99} ms` : `≤ ${limits.p99} ms, ≤ ${limits.mean} ms`,
    met: marks >= LEAST_MARKS && p99 <= limits.p99 && average <= (limits.mean ?? Infinity),
  };
};

type Actions = Readonly<Record<string, number>>;

/** Returns the actions between two counts, without the keep-alive pings of the links. */
const between = (before: Actions, after: Actions): [string, number][] =>
  Object.entries(after)
    .map(([name, n]): [string, number] => [name, n - (before[name] ?? 0)])
    .filter(([name, n]) => name !== 'ping' && n > 0);

const during = async (pbxs: MarkedPbxs, work: () => Promise<void>): Promise<[string, number][]> => {
  const before = await pbxs.actions();
  await work();
  return between(before, await pbxs.actions());
};

const total = (actions: readonly [string, number][]): number => actions.reduce((sum, [, n]) => sum + n, 0);

/**
 * Asterisk sends no event when it changes a queue's counters, so the console reads them after the calls of a queue end. Checks that viewers
 * do not increase the number of queries, and that idle PBXs get none.
 */
const queries = async (pbxs: MarkedPbxs, look: () => Promise<void>, rates: readonly number[]): Promise<Result[]> => {
  pbxs.hold();
  // Waits until the reads for the last events are done.
  await sleep(8000);
  const idle = await during(pbxs, async () => {
    await look();
    await sleep(10_000);
  });
  const [without = 0, withViewers = 0] = rates;
  return [
    {
      goal: 'G5',
      what: `asked of ${PBXS} quiet PBXs while ${VIEWERS} viewers come and a page loads anew, pings of the links aside`,
      reached: idle.length === 0 ? 'nothing' : JSON.stringify(idle),
      aim: 'nothing',
      met: idle.length === 0,
    },
    {
      goal: 'G5',
      what: `asked of ${PBXS} busy PBXs a second (counters of a queue after its calls): without viewers, with ${VIEWERS}`,
      reached: `${without.toFixed(1)}, ${withViewers.toFixed(1)}`,
      aim: 'the same',
      met: withViewers <= without * 1.25 + 1,
    },
  ];
};

const watchRounds = async (pbxs: MarkedPbxs, console_: RunningConsole, browser: Browser): Promise<Result[]> => {
  const pages: Seen[] = [];
  const sockets: number[][] = [];
  const ids = await addServers(console_, pbxs);
  progress(`${ids.length} PBXs are connected`);
  // The traffic starts without calls. Waits until the number of calls is stable.
  await sleep(40_000);
  const alone = [total(await during(pbxs, () => sleep(ALONE_MS)))];
  const urls = Array<string>(VIEWERS).fill(socketUrl(console_, console_.api.token));
  const begin = () => startReaders({ urls, parseEvery: 20, compress: true, opening: true });
  const readers = await begin();
  const { page } = await visit(browser, console_.url, { height: 1400 });
  await signIn(page, SIGN_INS.administrator);
  const started = performance.now();
  const asked = await during(pbxs, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const index = (round * 4) % ids.length;
      progress(`round ${round + 1} of ${ROUNDS}`);
      pbxs.watch(index);
      readers.reset();
      pages.push(await watchPage(page, ids[index] ?? 0));
      const report = await readers.report();
      sockets.push([...report.marks]);
      if (report.closed > 0) throw new Error(`${report.closed} viewers were cut`);
    }
  });
  const rate = total(asked) / ((performance.now() - started) / 1000);
  readers.stop();
  await page.goto('about:blank');
  alone.push(total(await during(pbxs, () => sleep(ALONE_MS))));
  await page.goBack();
  const look = async (): Promise<void> => {
    const more = await begin();
    await page.reload();
    await page.getByLabel(`Queue ${QUEUE}`, { exact: true }).waitFor();
    await sleep(3000);
    more.stop();
  };
  const inPage = pages.map((p) => p.inPage);
  const painted = pages.map((p) => p.painted);
  return [
    timing(`${VIEWERS} sockets, parsed`, sockets, { p99: 100, mean: 40 }),
    timing('text in the page', inPage, { p99: 100, mean: 40 }),
    timing('text painted', painted, { p99: 120, mean: null }),
    ...(await queries(pbxs, look, [(mean(alone) / ALONE_MS) * 1000, rate])),
  ];
};

export const measure = async (): Promise<Result[]> => {
  const pbxs = await startMarkedPbxs({
    count: PBXS,
    queues: QUEUES / PBXS,
    agents: AGENTS / PBXS,
    eventsPerSecond: EVENTS_A_SECOND / PBXS,
    markedQueue: QUEUE,
    watchedEveryMs: 60,
    markEveryMs: 300,
  });
  const console_ = await startConsole();
  const browser = await openBrowser();
  try {
    return await watchRounds(pbxs, console_, browser);
  } finally {
    await browser.close();
    await console_.close();
    await pbxs.stop();
  }
};
