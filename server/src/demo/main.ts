// Entry point of `npm run demo`: starts a console on a temporary data folder with two simulated PBXs, customers, users and
// a morning of history. The past days follow while the console is in use. A production start never loads this folder.
import { on } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { setPasswordHash } from '../access/session/queries.ts';
import { rateDue } from '../billing/rate-due.ts';
import { ownersNow } from '../live/owners-now.ts';
import { startConsole, type RunningConsole } from '../main.ts';
import { hashPassword } from '../platform/sessions/password-hash.ts';
import { createStop } from '../start/run-service.ts';
import { explainStart } from '../start/start-errors.ts';
import { apiOf, type Api } from './api.ts';
import { demoConfig } from './demo-config.ts';
import { DEMO_SERVERS, DEMO_SIGN_INS } from './demo-customers.ts';
import { LIVE_LOGIN } from './demo-logins.ts';
import { soundDemo } from './demo-recordings.ts';
import { fillPastDays } from './fill-past-days.ts';
import { prepareDemo } from './prepare.ts';
import { setUpProvisioning, watchProvisioning } from './provision.ts';
import { createPbxs, PAST_DAYS, type RecordedDay } from './record-days.ts';
import { newPassword, type Credentials } from './seed.ts';
import { seedInvoices } from './seed-invoices.ts';
import { newestSnapshot, readManifest, restoreSnapshot, type Manifest } from './snapshot.ts';
import { storeDay } from './store-day.ts';

type Pbxs = ReturnType<typeof createPbxs>;

/** The morning is simulated up to this time after the start, when the console is about to connect. */
const START_MS = 6_000;
const CONNECT_MS = 5_000;

/** Prints progress to stderr, so that scripts can read stdout. */
const tell = (what: string): void => console.error(`demo: ${what}`);

/** Waits up to 5 s until every server is connected, so that the first page shows calls. */
const untilLive = async (api: Api): Promise<void> => {
  const late = Date.now() + CONNECT_MS;
  while (Date.now() < late) {
    const live = api.get<{ servers: readonly { connected: boolean }[] }>('/live');
    const { servers } = await live.catch(() => ({ servers: [] }));
    if (servers.length >= DEMO_SERVERS.length && servers.every((s) => s.connected)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
};

/** Starts the time of the PBXs at `present` and lets the console connect to them. */
const switchOn = async (api: Api, manifest: Manifest, pbxs: Pbxs, present: number): Promise<void> => {
  const start = (): void => pbxs.forEach(({ pbx }) => pbx.setPace({ kind: 'real' }));
  setTimeout(start, Math.max(0, present - Date.now()));
  await setUpProvisioning(api, Object.values(manifest.serverIds));
  for (const { name, pbx } of pbxs) {
    const address = { amiPort: pbx.port(), amiSecret: LIVE_LOGIN.secret };
    await api.patch(`/endpoints/${manifest.serverIds[name] ?? 0}`, { ...address, enabled: true });
  }
  await untilLive(api);
};

/** Removes the temporary folder at exit: the starter script creates it, but has already exited by then. */
const removeAtExit = (): void => {
  const folder = process.env['RINGSIDE_DEMO_FOLDER'];
  if (folder === undefined) return;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
};

/** Returns the name of the snapshot that is now in the data folder. */
const restore = async (folder: string, dataFolder: string): Promise<string> => {
  const name = newestSnapshot(folder, Date.now());
  if (name === null) tell('preparing customers, users, lines and queues (once)');
  const prepared = name ?? (await prepareDemo(folder));
  restoreSnapshot(folder, prepared, dataFolder);
  return prepared;
};

/** Starts the thread that simulates this morning. Yields what each PBX brought until `now` (epoch ms). */
const simulateMorning = (now: number, manifest: Manifest): AsyncIterable<RecordedDay> => {
  const worker = new Worker(new URL('./morning-thread.ts', import.meta.url), { workerData: { now, manifest } });
  // Listens from now on, and ends with the thread. An error of the thread is thrown to the reader.
  const messages = on(worker, 'message', { close: ['exit'] });
  return {
    [Symbol.asyncIterator]: async function* () {
      for await (const [recorded] of messages) yield recorded;
    },
  };
};

/**
 * Gives the users new passwords, so that a snapshot holds none that is in use. Returns the sign-ins to print, and a session of the
 * administrator.
 */
const giveSignIns = async (
  running: Pick<RunningConsole, 'deps' | 'url'>,
): Promise<{ readonly signIns: readonly Credentials[]; readonly token: string }> => {
  const { db } = running.deps;
  const signIns = DEMO_SIGN_INS.map((signIn) => ({ ...signIn, password: newPassword() }));
  await Promise.all(
    signIns.map(async ({ username, password }) => {
      const hash = await hashPassword(password);
      const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow();
      await setPasswordHash(db, user.id, hash, new Date());
    }),
  );
  const [administrator] = signIns;
  const { username = '', password = '' } = administrator ?? {};
  const { token } = await apiOf(running.url, null).post<{ token: string }>('/login', { username, password });
  return { signIns, token };
};

/** Adds the past days and last month's invoices while the console is in use. */
const addPast = async (
  running: Pick<RunningConsole, 'deps' | 'app'>,
  api: Api,
  snapshot: { readonly folder: string; readonly name: string; readonly began: number },
): Promise<void> => {
  const { db, config } = running.deps;
  const onError = (error: unknown): void => running.app.log.error(error);
  const days = await fillPastDays(db, snapshot, onError, (count) => tell(`adding the calls of ${count} past days`));
  await rateDue(db, config.defaultCountry);
  await seedInvoices(db, api, config.defaultCountry, Date.now());
  console.log(days ? `history: complete, ${PAST_DAYS} days` : 'history: incomplete');
};

const run = async (): Promise<void> => {
  const { serve } = createStop();
  removeAtExit();
  const read = demoConfig();
  // Without a configured folder the demo uses its own, so that it never writes among real recordings.
  const config = { ...read, recordings: read.recordings ?? join(read.dataFolder, 'demo-recordings') };
  try {
    const folder = process.env['RINGSIDE_DEMO_SNAPSHOTS'] ?? join(config.dataFolder, 'snapshots');
    const name = await restore(folder, config.dataFolder);
    const began = Date.now();
    const present = began + START_MS;
    const manifest = readManifest(folder, name);
    tell("simulating this morning's calls");
    const morning = simulateMorning(present, manifest);
    const running = await startConsole(config);
    const pbxs = createPbxs(present);
    const close = async (): Promise<void> => {
      await Promise.all([running.close(), ...pbxs.map(({ pbx }) => pbx.close())]);
    };
    serve({ close }, (reason) => running.app.log.info({ reason }, 'stopping'));
    const { db } = running.deps;
    const onError = (error: unknown): void => running.app.log.error(error);
    const { signIns, token } = await giveSignIns(running);
    for (const { pbx } of pbxs) {
      await pbx.listen();
      pbx.advance(present - pbx.world().clock.now());
    }
    const owners = await ownersNow(db);
    for await (const recorded of morning) await storeDay(db, owners, recorded, onError);
    if (read.recordings === null) {
      await soundDemo(db, config.recordings, join(config.dataFolder, 'sounds'), Date.now, onError);
    }
    const api = apiOf(running.url, token);
    await switchOn(api, manifest, pbxs, present);
    for (const { role, username, password } of signIns) console.log(`sign-in: ${role} ${username} ${password}`);
    console.log(`ready: ${running.deps.publicUrl()}`);
    // Continue after the console is ready for use.
    const byId = new Map(pbxs.map((demo) => [manifest.serverIds[demo.name] ?? 0, demo.pbx]));
    await Promise.all([
      watchProvisioning(api, byId).catch(onError),
      addPast(running, api, { folder, name, began }).catch(onError),
    ]);
  } catch (error) {
    console.error(explainStart(error, config));
    process.exit(1);
  }
};

await run();
