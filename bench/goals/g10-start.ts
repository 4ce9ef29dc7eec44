// G10: `npm start` in a new clone (packages in npm's cache), a second start, and the memory of an idle console.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from '../harness.ts';
import { median } from '../harness.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const IDLE_MS = 15_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Started {
  readonly seconds: number;
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

const start = async (folder: string): Promise<Started> => {
  const before = performance.now();
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'warn' };
  const child = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  let url: string | undefined;
  for (let i = 0; i < 1800 && url === undefined; i++) {
    url = /^ready: (\S+)/m.exec(output)?.[1];
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`);
    await sleep(100);
  }
  if (url === undefined) throw new Error(`npm start was not ready:\n${output}`);
  await fetch(url).then((page) => page.text());
  const seconds = (performance.now() - before) / 1000;
  const pid = child.pid ?? 0;
  return {
    seconds,
    memoryMb: () => memoryOf(pid),
    stop: async () => {
      const over = new Promise((resolve) => child.once('close', resolve));
      process.kill(-pid, 'SIGTERM');
      await over;
    },
  };
};

export const measure = async (): Promise<Result[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-bench-start-'));
  const clone = join(folder, 'clone');
  try {
    execFileSync('git', ['clone', '-q', ROOT, clone]);
    const first = await start(clone);
    await first.stop();
    const again: number[] = [];
    let memory = 0;
    for (let round = 0; round < 5; round++) {
      const next = await start(clone);
      again.push(next.seconds);
      if (round === 4) {
        await sleep(IDLE_MS);
        memory = next.memoryMb();
      }
      await next.stop();
    }
    const second = median(again);
    return [
      {
        goal: 'G10',
        what: 'npm start, fresh clone, to the first page',
        reached: `${first.seconds.toFixed(1)} s`,
        aim: '≤ 60 s',
        met: first.seconds <= 60,
      },
      {
        goal: 'G10',
        what: 'npm start again, to the first page',
        reached: `${second.toFixed(2)} s`,
        aim: '≤ 3 s',
        met: second <= 3,
      },
      {
        goal: 'G10',
        what: 'resident memory, idle',
        reached: `${memory.toFixed(0)} MB`,
        aim: '≤ 300 MB',
        met: memory <= 300,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};
