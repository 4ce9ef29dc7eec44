// Entry point of `npm run demo`: starts a console on a temporary data folder with two simulated PBXs, customers, users and
// a morning of history. A production start never loads this folder.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { readConfig, readEnvironment, type Config } from '../platform/config/config.ts';
import { startConsole, type RunningConsole } from '../main.ts';
import { createStop } from '../start/run-service.ts';
import { explainStart } from '../start/start-errors.ts';
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

/** Starts the PBXs in the early morning. They listen, but their time does not advance. */
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

/** Seeds a first console on a separate port, so that no one can sign in before the data is complete. */
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

const CONNECT_MS = 5000;

/** Waits up to 5 s until every server is connected, so that the first page shows calls. */
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

/** Removes the temporary folder at exit: the starter script creates it, but has already exited by then. */
const removeAtExit = (): void => {
  const folder = process.env['RINGSIDE_DEMO_FOLDER'];
  if (folder === undefined) return;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
};

const run = async (): Promise<void> => {
  const { serve } = createStop();
  removeAtExit();
  const read = readConfig({ LOG_LEVEL: 'warn', ...readEnvironment(process.cwd()) });
  // Without a configured folder the demo uses its own, so that it never writes among real recordings.
  const config = { ...read, recordings: read.recordings ?? join(read.dataFolder, 'demo-recordings') };
  try {
    const pbxs = await startPbxs(Date.now());
    const seeded = await seedConsole(config, pbxs);
    const running = await startConsole(config);
    const close = async (): Promise<void> => {
      await Promise.all([running.close(), ...pbxs.map(({ pbx }) => pbx.close())]);
    };
    serve({ close }, (reason) => running.app.log.info({ reason }, 'stopping'));
    // Before the PBXs are connected, since creating the sounds takes a second.
    if (read.recordings === null) {
      await soundDemo(running.deps.db, config.recordings, Date.now, (error) => running.app.log.error(error));
    }
    await switchOn(running, seeded);
    for (const { role, username, password } of seeded.signIns) console.log(`sign-in: ${role} ${username} ${password}`);
    console.log(`ready: ${running.deps.publicUrl()}`);
    const byId = new Map(pbxs.map(({ name, pbx }) => [seeded.serverIds.get(name) ?? 0, pbx]));
    // Continues after the console is ready for use.
    await watchProvisioning(apiOf(running.url, seeded.token), byId).catch((error: unknown) =>
      running.app.log.error(error),
    );
  } catch (error) {
    console.error(explainStart(error, config));
    process.exit(1);
  }
};

await run();
