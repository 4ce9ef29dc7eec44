// Controls lab/asterisk-lab: real Asterisks on loopback with SIPp phones and callers, in their own run folder.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), '../../lab/asterisk-lab');

/** Behavior of a phone: milliseconds to choose from, and percentages of unanswered and rejected calls. */
interface AgentHabits {
  readonly ring?: string;
  readonly talk?: string;
  readonly noAnswer?: number;
  readonly busy?: number;
  /** Registers from the port on which it answers, for a PBX that calls back there. */
  readonly samePort?: boolean;
}

interface CallerLoad {
  readonly calls: number;
  /** Calls per second. */
  readonly rate: number;
  /** Milliseconds to choose from before a caller hangs up. */
  readonly patience?: string;
  readonly csv?: string;
  /** Sends the fourth field of the CSV as DTMF (SIP INFO) this many milliseconds after the answer. */
  readonly keysAfterMs?: number;
  readonly port?: number;
  readonly wait?: boolean;
}

export interface Pbx {
  readonly name: string;
  readonly host: string;
  readonly amiPort: number;
  /** `more`: a folder of configuration files that replace the lab's own files of the same name. */
  up(options?: { fresh?: boolean; set?: Readonly<Record<string, string>>; more?: string }): Promise<void>;
  /** Stops Asterisk and keeps phones and callers. With `kill`, calls end like in a power failure. */
  stop(): Promise<void>;
  /** `csv`: a file of `user;password` lines that replaces the lab's own phones. */
  agents(count: number, habits?: AgentHabits & { readonly csv?: string }): Promise<void>;
  callers(load: CallerLoad): Promise<void>;
  /** The far end of outbound calls: answers at 127.0.N.30 after `ring` ms, and answers OPTIONS. */
  carrier(talk?: string, ring?: string): Promise<void>;
  phone(user: string, scenario: string, port: number): Promise<void>;
  killSipp(what: string): Promise<void>;
  cli(...commands: string[]): Promise<string>;
  queueLog(): string;
  folder: string;
}

export interface Lab {
  pbx(number: number): Pbx;
  /** Stops everything and deletes the run folder. */
  close(): Promise<void>;
}

const execute = (run: string, args: readonly string[], timeoutMs: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('bash', [SCRIPT, ...args], {
      env: { ...process.env, LAB_RUN: run, LAB_MAXTIME: '900' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.on('error', reject);
    // `exit` instead of `close`, because daemons started by the script keep the streams open.
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else reject(new Error(`asterisk-lab ${args.join(' ')}: ${signal ?? `exit ${code}`}\n${output}`));
    });
  });

/** Separate addresses for several test runs on one machine: 127.0.(10 + number + LAB_OFFSET).1. */
const OFFSET = Number(process.env['LAB_OFFSET'] ?? 0);

const createPbx = (run: string, asked: number): Pbx => {
  const number = asked + OFFSET;
  const name = `pbx${number}`;
  const net = `127.0.${10 + number}`;
  const lab = (args: readonly string[], timeoutMs = 60_000) => execute(run, args, timeoutMs);
  const named = ['--name', name];
  return {
    name,
    host: `${net}.1`,
    amiPort: 5038,
    folder: join(run, name),
    async up(options = {}) {
      const set = Object.entries(options.set ?? {}).flatMap(([k, v]) => ['--set', `${k}=${v}`]);
      const folders = options.more ? ['--dir', join(dirname(SCRIPT), 'conf/pbx'), '--dir', options.more] : [];
      await lab(['up', ...named, ...folders, ...(options.fresh ? ['--fresh'] : []), ...set]);
    },
    async stop() {
      // `down` would also stop the phones.
      await lab(['cli', ...named, 'core stop now']).catch(() => '');
      const pid = Number(readFileSync(join(run, name, 'pid'), 'utf8'));
      for (let i = 0; i < 100 && isAlive(pid); i++) await sleep(100);
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      rmSync(join(run, name, 'pid'), { force: true });
    },
    async agents(count, habits = {}) {
      const habit = [
        ...['--ring', habits.ring ?? '800,2500', '--talk', habits.talk ?? '4000,8000'],
        ...['--noanswer', String(habits.noAnswer ?? 0), '--busy', String(habits.busy ?? 0)],
      ];
      await lab([
        'agents',
        String(count),
        ...named,
        ...habit,
        ...(habits.csv ? ['--csv', habits.csv] : []),
        ...(habits.samePort ? ['--same-port'] : []),
      ]);
    },
    async callers(load) {
      const args = ['callers', String(load.calls), ...named, '--rate', String(load.rate)];
      if (load.patience) args.push('--patience', load.patience);
      if (load.csv) args.push('--csv', load.csv);
      // From a second address of the carrier, so that it can run beside another load.
      if (load.keysAfterMs !== undefined) args.push('--keys', String(load.keysAfterMs), '--ip', `${net}.21`);
      if (load.port) args.push('--port', String(load.port));
      if (load.wait) args.push('--wait');
      await lab(args, 300_000);
    },
    async carrier(talk = '60000', ring = '500,1500') {
      await lab(['uas', ...named, '--talk', talk, '--ring', ring]);
    },
    async phone(user, scenario, port) {
      await lab(['phone', user, join(dirname(SCRIPT), 'sipp', scenario), ...named, '--port', String(port)]);
    },
    async killSipp(what) {
      await lab(['kill', what, ...named]);
    },
    cli: (...commands) => lab(['cli', ...named, ...commands]),
    queueLog() {
      const file = join(run, name, 'log/queue_log');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
  };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const createLab = (): Lab => {
  const run = mkdtempSync(join(tmpdir(), 'ringside-lab-'));
  return {
    pbx: (number) => createPbx(run, number),
    async close() {
      await execute(run, ['down', '--all'], 60_000).catch(() => '');
      rmSync(run, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};
