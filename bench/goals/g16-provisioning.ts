// G16: 2,000 new subscriber lines on a real Asterisk, from the last request to the last object read back, then one change. With both drivers:
// files over AMI, and realtime tables in PostgreSQL.
import { rmSync } from 'node:fs';
import type { Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { applyIncludeLines, SECOND_LOGIN } from '../../e2e/lab/apply-include-lines.ts';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../../e2e/lab/configured.ts';
import { startConsole } from '../../e2e/lab/console.ts';
import type { RunningConsole } from '../../e2e/lab/console.ts';
import { createLab } from '../../e2e/lab/lab.ts';
import type { Pbx } from '../../e2e/lab/lab.ts';
import { startPostgres } from '../../e2e/lab/postgres.ts';
import type { Postgres } from '../../e2e/lab/postgres.ts';
import type { Result } from '../harness.ts';

const LINES = Number(process.env['PROVISIONING_LINES'] ?? 2_000);
const CHANGES = 5;
/** Rows of one import request. */
const AT_ONCE = 1_000;
const PATIENCE_MS = 300_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Rig {
  readonly pbx: Pbx;
  readonly ringside: RunningConsole;
  readonly serverId: number;
}

const stateOf = ({ ringside, serverId }: Rig): Promise<Provisioning> =>
  ringside.api.call<Provisioning>('GET', `/endpoints/${serverId}/provisioning`);

/** Waits until nothing is left to write and all objects were read back. Returns the seconds since `began`. */
const untilApplied = async (rig: Rig, least: number, began: number): Promise<number> => {
  const late = began + PATIENCE_MS;
  for (;;) {
    const { status, problem, counts } = await stateOf(rig);
    const now = performance.now();
    if (status === 'idle' && counts.pending === 0 && counts.applied >= least) {
      if (counts.failed > 0) throw new Error(`${counts.failed} objects failed`);
      return (now - began) / 1000;
    }
    if (now > late) throw new Error(`Not applied: ${JSON.stringify({ status, problem, counts })}`);
    await sleep(50);
  }
};

const csvOf = (first: number, count: number): string => {
  const rows = Array.from({ length: count }, (_, i) => `newco,PBX,${first + i},Line ${first + i}`);
  return ['customer,server,extension,name', ...rows].join('\n');
};

const measureOn = async (rig: Rig, driver: string): Promise<Result[]> => {
  const { api } = rig.ringside;
  const { id: customerId } = await api.call<{ id: string }>('POST', '/customers', { code: 'newco', name: 'New Co' });
  const first = { customerId, serverId: rig.serverId, extension: '9000', name: 'First' };
  const { id: changed } = await api.call<{ id: string }>('POST', '/subscribers', first);
  await untilApplied(rig, 1, performance.now());
  const { counts } = await stateOf(rig);
  for (let at = 0; at < LINES; at += AT_ONCE) {
    const csv = csvOf(1_000 + at, Math.min(AT_ONCE, LINES - at));
    const { errors } = await api.call<{ errors: readonly unknown[] }>('POST', '/subscribers/import', { csv });
    if (errors.length > 0) throw new Error(`The import was refused: ${JSON.stringify(errors.slice(0, 3))}`);
  }
  const all = await untilApplied(rig, counts.applied + LINES, performance.now());
  const single: number[] = [];
  for (let turn = 0; turn < CHANGES; turn++) {
    const began = performance.now();
    await api.call('PATCH', `/subscribers/${changed}`, { callLimit: turn + 3 });
    single.push(await untilApplied(rig, counts.applied + LINES, began));
  }
  const slowest = Math.max(...single);
  const list = single.map((s) => s.toFixed(1)).join(', ');
  return [
    {
      goal: 'G16',
      what: `${LINES.toLocaleString('en')} new lines, ${driver}: from the last request to the last read-back`,
      reached: `${all.toFixed(1)} s`,
      aim: '≤ 10 s',
      met: all <= 10,
    },
    {
      goal: 'G16',
      what: `one change among ${LINES.toLocaleString('en')} lines, ${driver}, ${CHANGES} times: to the last read-back`,
      reached: `${list} s`,
      aim: '≤ 2 s',
      met: slowest <= 2,
    },
  ];
};

const onFiles = async (): Promise<Result[]> => {
  const lab = createLab();
  const ringside = await startConsole();
  try {
    const pbx = lab.pbx(10);
    await pbx.up({ fresh: true });
    await prepareForConsole(pbx);
    const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort, ...LIVE_LOGIN };
    const { id: serverId } = await ringside.api.call<{ id: number }>('POST', '/endpoints', server);
    await ringside.api.call('PATCH', `/endpoints/${serverId}/provisioning`, { enabled: true, ...WRITING_LOGIN });
    return await measureOn({ pbx, ringside, serverId }, 'files over AMI');
  } finally {
    await ringside.close();
    await lab.close();
  }
};

const onTables = async (postgres: Postgres): Promise<Result[]> => {
  const lab = createLab();
  const ringside = await startConsole({ DATABASE_URL: postgres.url });
  let conf: string | null = null;
  try {
    const pbx = lab.pbx(10);
    const login = { amiUsername: 'console', amiSecret: 'console-secret' };
    const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort, ...login };
    const { id: serverId } = await ringside.api.call<{ id: number }>('POST', '/endpoints', server);
    const at = `/endpoints/${serverId}/provisioning`;
    const driver = { ...SECOND_LOGIN, driver: 'database' };
    const { includes } = await ringside.api.call<Provisioning>('PATCH', at, driver);
    conf = await applyIncludeLines(postgres, includes, {});
    await pbx.up({ fresh: true, more: conf });
    await ringside.api.call('PATCH', at, { enabled: true });
    return await measureOn({ pbx, ringside, serverId }, 'tables in PostgreSQL');
  } finally {
    await ringside.close();
    await lab.close();
    if (conf !== null) rmSync(conf, { recursive: true, force: true });
  }
};

export const measure = async (): Promise<Result[]> => {
  const files = await onFiles();
  console.log(files.map(({ what, reached }) => `${what}: ${reached}`).join('\n'));
  const postgres = await startPostgres();
  try {
    return [...files, ...(await onTables(postgres))];
  } finally {
    await postgres.close();
  }
};
