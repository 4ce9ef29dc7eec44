// G10: `npm start` in a new clone (packages in npm's cache), a second start, the memory of an idle console with one PBX, and the first and
// next start of the demo.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from '../harness.ts';
import { median, progress } from '../harness.ts';
import { startLoad } from '../load.ts';
import type { Load } from '../load.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Until the memory of the start is returned, and the figures of the first minutes have settled. */
const IDLE_MS = 5 * 60_000;
const ROUNDS = 5;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Started {
  readonly seconds: number;
  readonly url: string;
  /** Output of npm and the console so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
  readonly memoryMb: () => number;
}

/** Returns the resident memory of a process and its descendants named node, in MB. npm's own shells do not count. */
const memoryOf = (pid: number): number => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).trim().split('\n');
  const processes = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(row)).filter((m) => m !== null);
  const mine = new Set([pid]);
  for (let grew = true; grew;) {
    grew = false;
    for (const p of processes)
      if (mine.has(Number(p[2])) && !mine.has(Number(p[1]))) {
        mine.add(Number(p[1]));
        grew = true;
      }
  }
  const server = processes.filter((p) => mine.has(Number(p[1])) && (p[4] ?? '').includes('server/src/main.ts'));
  return server.reduce((sum, p) => sum + Number(p[3]), 0) / 1024;
};

/** `script`: npm's script, such as `demo`. */
const start = async (folder: string, script = 'start'): Promise<Started> => {
  const before = performance.now();
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'warn' };
  const child = spawn('npm', ['run', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  let url: string | undefined;
  for (let i = 0; i < 1800 && url === undefined; i++) {
    url = /^ready: (\S+)/m.exec(output)?.[1];
    if (child.exitCode !== null) throw new Error(`npm run ${script} ended with ${child.exitCode}:\n${output}`);
    await sleep(100);
  }
  if (url === undefined) throw new Error(`npm run ${script} was not ready:\n${output}`);
  await fetch(url).then((page) => page.text());
  const seconds = (performance.now() - before) / 1000;
  progress(`npm run ${script}: ready after ${seconds.toFixed(1)} s`);
  const pid = child.pid ?? 0;
  return {
    seconds,
    url: url.replace(/\/$/, ''),
    output: () => output,
    memoryMb: () => memoryOf(pid),
    stop: async () => {
      const over = new Promise((resolve) => child.once('close', resolve));
      process.kill(-pid, 'SIGTERM');
      await over;
    },
  };
};

const post = async (url: string, token: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** Creates the administrator with the link that the start printed, and adds a simulated PBX. */
const addPbx = async ({ url, output }: Started, { addresses, username, secret }: Load): Promise<void> => {
  const link = /[?&]token=([\w-]+)/.exec(output())?.[1] ?? '';
  const person = { username: 'admin', email: 'admin@example.com', password: 'a long enough pass phrase' };
  const { token } = (await post(`${url}/api/setup`, '', { token: link, ...person })) as { token: string };
  const [address] = addresses;
  const login = { amiUsername: username, amiSecret: secret };
  await post(`${url}/api/endpoints`, token, { name: 'PBX', amiHost: address?.host, amiPort: address?.port, ...login });
};

/** Starts the demo in a clone that has packages and pages. */
const demo = async (clone: string): Promise<Result[]> => {
  const seconds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const running = await start(clone, 'demo');
    seconds.push(running.seconds);
    await running.stop();
  }
  const [first = NaN, ...next] = seconds;
  return [
    {
      goal: 'G10',
      what: 'npm run demo, first start',
      reached: `${first.toFixed(1)} s`,
      aim: '≤ 45 s',
      met: first <= 45,
    },
    {
      goal: 'G10',
      what: 'npm run demo again',
      reached: `${median(next).toFixed(1)} s`,
      aim: '≤ 10 s',
      met: median(next) <= 10,
    },
  ];
};

/** The console of `npm start` with one quiet PBX and no viewer. */
const memoryWithPbx = async (clone: string): Promise<number> => {
  const load = await startLoad({ count: 1, queues: 10, agents: 50, eventsPerSecond: 1 });
  try {
    const running = await start(clone);
    try {
      await addPbx(running, load);
      progress(`idle for ${IDLE_MS / 60_000} minutes`);
      await sleep(IDLE_MS);
      return running.memoryMb();
    } finally {
      await running.stop();
    }
  } finally {
    await load.stop();
  }
};

export const measure = async (): Promise<Result[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-bench-start-'));
  const clone = join(folder, 'clone');
  try {
    execFileSync('git', ['clone', '-q', ROOT, clone]);
    const first = await start(clone);
    await first.stop();
    const again: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const next = await start(clone);
      again.push(next.seconds);
      await next.stop();
    }
    const second = median(again);
    const memory = await memoryWithPbx(clone);
    return [
      {
        goal: 'G10',
        what: 'npm start, fresh clone, to the first page',
        reached: `${first.seconds.toFixed(1)} s`,
        aim: '≤ 45 s',
        met: first.seconds <= 45,
      },
      {
        goal: 'G10',
        what: 'npm start again, to the first page',
        reached: `${second.toFixed(2)} s`,
        aim: '≤ 1.5 s',
        met: second <= 1.5,
      },
      {
        goal: 'G10',
        what: `resident memory with one PBX, no viewer, after ${IDLE_MS / 60_000} minutes`,
        reached: `${memory.toFixed(0)} MB`,
        aim: '≤ 280 MB',
        met: memory <= 280,
      },
      ...(await demo(clone)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};
