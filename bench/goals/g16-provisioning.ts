// G16: 2,000 lines of one customer, written to a real Asterisk and read back, and one later change: with the AMI driver on the embedded
// database, and with the database driver on PostgreSQL. Needs the lab (`npm run test:asterisk` installs it).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IncludeLine, Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../../e2e/lab/configured.ts';
import type { RunningConsole } from '../../e2e/lab/console.ts';
import { startConsole } from '../../e2e/lab/console.ts';
import type { Pbx } from '../../e2e/lab/lab.ts';
import { createLab, sleep } from '../../e2e/lab/lab.ts';
import type { Postgres } from '../../e2e/lab/postgres.ts';
import { startPostgres } from '../../e2e/lab/postgres.ts';
import type { Result } from '../harness.ts';
import { median, progress } from '../harness.ts';

const LINES = 2000;
const RANGE = 500;
const FIRST = 1000;
const CHANGES = 5;
const LIMIT_MS = 300_000;
const PASSWORD = 'password-of-a-pbx';

interface Bench {
  readonly console_: RunningConsole;
  readonly pbx: Pbx;
  readonly serverId: number;
}

const stateOf = ({ console_, serverId }: Bench): Promise<Provisioning> =>
  console_.api.call<Provisioning>('GET', `/endpoints/${serverId}/provisioning`);

/** Resolves to the milliseconds until every change is written and read back. `least`: objects that must be applied. */
const settle = async (bench: Bench, least: number): Promise<number> => {
  const started = performance.now();
  for (let told = 0; ;) {
    const { status, problem, counts } = await stateOf(bench);
    const ms = performance.now() - started;
    if (status === 'idle' && problem === null && counts.pending === 0 && counts.applied >= least) return ms;
    if (ms > LIMIT_MS)
      throw new Error(`Not applied in ${LIMIT_MS / 1000} s: ${JSON.stringify({ status, problem, counts })}`);
    if (ms - told > 5000) {
      told = ms;
      progress(`${counts.applied} objects applied after ${(ms / 1000).toFixed(0)} s`);
    }
    await sleep(50);
  }
};

/** The lines exist before the console may write, so that they are one run. */
const measureDriver = async (bench: Bench, driver: string, enable: object): Promise<Result[]> => {
  const { console_, pbx, serverId } = bench;
  const { api } = console_;
  const { id: customerId } = await api.call<{ id: string }>('POST', '/customers', { code: 'many', name: 'Many Lines' });
  const ids: string[] = [];
  for (let from = FIRST; from < FIRST + LINES; from += RANGE) {
    const range = { from: String(from), to: String(from + RANGE - 1), namePrefix: 'Line ' };
    const { data } = await api.call<{ data: { id: string }[] }>('POST', '/subscribers/bulk', {
      customerId,
      serverId,
      ...range,
    });
    ids.push(...data.map(({ id }) => id));
  }
  progress(`${ids.length} lines entered (${driver})`);
  const started = performance.now();
  await api.call('PATCH', `/endpoints/${serverId}/provisioning`, enable);
  await settle(bench, LINES);
  const all = performance.now() - started;
  const shown = (await pbx.cli('pjsip show endpoints')).match(/Endpoint: +many-\d+/g)?.length ?? 0;
  progress(`all lines in ${(all / 1000).toFixed(1)} s, ${shown} on the PBX`);
  const changes: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const began = performance.now();
    await api.call('PATCH', `/subscribers/${ids[i * 7]}`, { name: `Changed ${i}` });
    await settle(bench, LINES);
    changes.push(performance.now() - began);
  }
  const one = median(changes);
  return [
    {
      goal: 'G16',
      what: `${LINES} lines in one go, to the last read-back (${driver}); ${shown} endpoints on the PBX`,
      reached: `${(all / 1000).toFixed(1)} s`,
      aim: '≤ 10 s',
      met: all <= 10_000 && shown === LINES,
    },
    {
      goal: 'G16',
      what: `one change, to the read-back (${driver}), median of ${CHANGES}`,
      reached: `${(one / 1000).toFixed(2)} s`,
      aim: '≤ 2 s',
      met: one <= 2000,
    },
  ];
};

const overAmi = async (): Promise<Result[]> => {
  const lab = createLab();
  const pbx = lab.pbx(9);
  await pbx.up({ fresh: true });
  const console_ = await startConsole();
  try {
    await prepareForConsole(pbx);
    const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort, ...LIVE_LOGIN };
    const { id: serverId } = await console_.api.call<{ id: number }>('POST', '/endpoints', server);
    return await measureDriver({ console_, pbx, serverId }, 'AMI', { enabled: true, ...WRITING_LOGIN });
  } finally {
    await console_.close();
    await lab.close();
  }
};

/** Enters the lines that the console names: some into the database, the others into files of the PBX. */
const enterLines = async (postgres: Postgres, conf: string, includes: readonly IncludeLine[]): Promise<void> => {
  const files = new Map<string, string>([
    [
      'manager.d/ringside.conf',
      `[${WRITING_LOGIN.username}]\nsecret = ${WRITING_LOGIN.secret}\npermit = 127.0.0.0/255.0.0.0\nread =\nwrite = config,system\n`,
    ],
  ]);
  for (const { file, section, line } of includes) {
    const typed = line.replace('…', PASSWORD);
    if (file === 'PostgreSQL') {
      await postgres.sql(typed);
      continue;
    }
    if (file === 'modules.conf') continue;
    // The lab's files with these names include a folder at their end.
    const name = /^(pjsip|queues|extensions)\.conf$/.test(file) ? file.replace('.conf', '.d/ringside.conf') : file;
    const before = files.get(name) ?? '';
    const head = section === '' || before.includes(`[${section}]`) ? '' : `[${section}]\n`;
    files.set(name, `${before}${head}${typed}\n`);
  }
  for (const [name, text] of files) {
    mkdirSync(dirname(join(conf, name)), { recursive: true });
    writeFileSync(join(conf, name), text);
  }
};

const overDatabase = async (): Promise<Result[]> => {
  const lab = createLab();
  const pbx = lab.pbx(10);
  const conf = mkdtempSync(join(tmpdir(), 'ringside-bench-conf-'));
  const postgres = await startPostgres();
  const console_ = await startConsole({ DATABASE_URL: postgres.url });
  try {
    const server = {
      name: 'PBX',
      amiHost: pbx.host,
      amiPort: pbx.amiPort,
      amiUsername: 'console',
      amiSecret: 'console-secret',
    };
    const { id: serverId } = await console_.api.call<{ id: number }>('POST', '/endpoints', server);
    const path = `/endpoints/${serverId}/provisioning`;
    const { includes } = await console_.api.call<Provisioning>('PATCH', path, { ...WRITING_LOGIN, driver: 'database' });
    await enterLines(postgres, conf, includes);
    await pbx.up({ fresh: true, more: conf });
    return await measureDriver({ console_, pbx, serverId }, 'database', { enabled: true });
  } finally {
    await console_.close();
    await lab.close();
    await postgres.close();
    rmSync(conf, { recursive: true, force: true });
  }
};

export const measure = async (): Promise<Result[]> => [...(await overAmi()), ...(await overDatabase())];
