// Prepares the demo's data: customers, users, lines and queues, but no calls. The starter runs it as a process while it builds the pages.
//   node server/src/demo/prepare.ts <folder of the snapshots>
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOwners } from '../live/owner-queries.ts';
import { startConsole } from '../main.ts';
import { DEMO_SERVERS } from './demo-customers.ts';
import { preparingConfig } from './demo-config.ts';
import { LIVE_LOGIN } from './demo-logins.ts';
import { writeSounds } from './demo-recordings.ts';
import { seed } from './seed.ts';
import { keepSnapshot, makeWorkFolder, SEEDED } from './snapshot.ts';

/** Returns the name of the snapshot. */
export const prepareDemo = async (folder: string): Promise<string> => {
  if (existsSync(join(folder, SEEDED))) return SEEDED;
  const work = makeWorkFolder(folder);
  try {
    const running = await startConsole(preparingConfig(work));
    try {
      const setupToken = new URL(running.setupUrl ?? '').searchParams.get('token') ?? '';
      const { username, secret } = LIVE_LOGIN;
      // The PBXs get their ports when the demo starts.
      const addresses = DEMO_SERVERS.map(({ name }) => ({ name, port: 5038, username, secret }));
      const { serverIds } = await seed(running.url, setupToken, addresses);
      const { db } = running.deps;
      await db.deleteFrom('sessions').execute();
      const owners = await readOwners(db);
      writeSounds(join(work, 'sounds'));
      await running.close();
      keepSnapshot(folder, SEEDED, work, { serverIds: Object.fromEntries(serverIds), lastDay: null, owners });
      return SEEDED;
    } catch (error) {
      await running.close();
      throw error;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = ''] = process.argv;
  try {
    await prepareDemo(folder);
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
