// `npm run demo`: a console on a throw-away data folder, two simulated PBXs behind it, customers, people and a morning
// of history. The only way into this folder: a production start never loads it.
import { join } from 'node:path';
import { createFakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { BadSetting, readConfig, readEnvironment, type Config } from '../config.ts';
import { startConsole, type RunningConsole } from '../main.ts';
import { DEMO_SERVERS } from './demo-customers.ts';
import { demoOpening, demoPlans } from './demo-plans.ts';
import { playHistory } from './play-history.ts';
import { playMorning, type DemoPbx } from './play-morning.ts';
import { apiOf } from './api.ts';
import { demoDisk } from './demo-disk.ts';
import { soundDemo } from './demo-recordings.ts';
import { CONFIG_LOGIN, LIVE_LOGIN } from './demo-logins.ts';
import { setUpProvisioning, watchProvisioning } from './provision.ts';
import { seedInvoices } from './seed-invoices.ts';
import { seed, type Seeded } from './seed.ts';

const SEED = 'demo';

/** The PBXs in the early morning, listening; their time stands still. */
const startPbxs = async (now: number): Promise<readonly DemoPbx[]> => {
  const pbxs = demoPlans(now, SEED).map((plan, i): DemoPbx => {
    const demo: DemoPbx = {
      name: DEMO_SERVERS[i]?.name ?? plan.systemName,
      pbx: createFakePbx({
        plan,
        users: [LIVE_LOGIN, CONFIG_LOGIN],
        disk: demoDisk(plan),
        startAt: demoOpening(now),
        pace: { kind: 'manual' },
        onEvent: (name, block, at) => demo.recorder?.event(name, block, at),
      }),
      recorder: null,
    };
    return demo;
  });
  for (const { pbx } of pbxs) await pbx.listen();
  return pbxs;
};

/** A first console on a port of its own takes the seeds, so that nobody signs in to a half-made one. */
const seedConsole = async (config: Config, pbxs: readonly DemoPbx[]): Promise<Seeded> => {
  const running = await startConsole({ ...config, port: 0, host: '127.0.0.1', publicUrl: null });
  try {
    const setupToken = new URL(running.setupUrl ?? '').searchParams.get('token') ?? '';
    const { username, secret } = LIVE_LOGIN;
    const addresses = pbxs.map(({ name, pbx }) => ({ name, port: pbx.port(), username, secret }));
    const seeded = await seed(running.url, setupToken, addresses);
    await playHistory(running.deps.db, seeded.serverIds, Date.now(), (error) => running.app.log.error(error));
    await playMorning(running.deps.db, seeded.serverIds, pbxs, (error) => running.app.log.error(error));
    await seedInvoices(running.deps.db, apiOf(running.url, seeded.token), config.defaultCountry, Date.now());
    for (const { pbx } of pbxs) pbx.setPace({ kind: 'real' });
    return seeded;
  } finally {
    await running.close();
  }
};

const explain = (error: unknown, port: number): string => {
  if (error instanceof BadSetting) return error.message;
  if ((error as { code?: string }).code === 'EADDRINUSE') return `Port ${port} is taken: choose another PORT`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const CONNECT_MS = 5000;

/** Waits until every server is shown as connected: the first page that anyone sees has calls on it. */
const untilLive = async (running: RunningConsole, token: string): Promise<void> => {
  const api = apiOf(running.url, token);
  const late = Date.now() + CONNECT_MS;
  while (Date.now() < late) {
    const live = api.get<{ servers: readonly { connected: boolean }[] }>('/live');
    const { servers } = await live.catch(() => ({ servers: [] }));
    if (servers.length >= DEMO_SERVERS.length && servers.every((s) => s.connected)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
};

const switchOn = async (running: RunningConsole, seeded: Seeded): Promise<void> => {
  const api = apiOf(running.url, seeded.token);
  await setUpProvisioning(api, seeded.serverIds.values());
  for (const id of seeded.serverIds.values()) await api.patch(`/endpoints/${id}`, { enabled: true });
  await untilLive(running, seeded.token);
};

const CLOSE_MS = 10_000;

const run = async (): Promise<void> => {
  const read = readConfig({ LOG_LEVEL: 'warn', ...readEnvironment(process.cwd()) });
  // A folder of the demo's own where none is named: nothing is written among somebody's recordings.
  const config = { ...read, recordings: read.recordings ?? join(read.dataFolder, 'demo-recordings') };
  try {
    const pbxs = await startPbxs(Date.now());
    const seeded = await seedConsole(config, pbxs);
    const running = await startConsole(config);
    let closing = false;
    const stop = (): void => {
      if (closing) process.exit(130);
      closing = true;
      setTimeout(() => process.exit(1), CLOSE_MS).unref();
      void Promise.all([running.close(), ...pbxs.map(({ pbx }) => pbx.close())]).then(() => process.exit(0));
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    // Before the PBXs are listened to: to make the sounds takes a second.
    if (read.recordings === null) {
      await soundDemo(running.deps.db, config.recordings, Date.now, (error) => running.app.log.error(error));
    }
    await switchOn(running, seeded);
    for (const { role, username, password } of seeded.signIns) console.log(`sign-in: ${role} ${username} ${password}`);
    console.log(`ready: ${running.deps.publicUrl()}`);
    const byId = new Map(pbxs.map(({ name, pbx }) => [seeded.serverIds.get(name) ?? 0, pbx]));
    // Goes on while the first page is looked at already.
    await watchProvisioning(apiOf(running.url, seeded.token), byId).catch((error: unknown) =>
      running.app.log.error(error),
    );
  } catch (error) {
    console.error(explain(error, config.port));
    process.exit(1);
  }
};

await run();
