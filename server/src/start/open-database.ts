// Opens the database for a console: reachable, exclusively used, with the right key and this version's tables. Every check that could
// refuse the start runs before any change.
import { prepareDataFolder } from '../platform/db/data-folder.ts';
import { matchClock } from '../platform/db/console-clock.ts';
import { openDb } from '../platform/db/connect.ts';
import type { OpenDb } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { addressOf } from '../platform/db/postgres/postgres-session.ts';
import { checkSecretKey, keepProof } from '../platform/db/secrets/secret-key.ts';
import { loadSecrets } from '../platform/db/secrets/secrets.ts';
import type { Secrets } from '../platform/db/secrets/secrets.ts';
import { syncRoles } from '../access/role/sync-roles.ts';
import { waitForDatabase } from '../platform/db/wait-for-database.ts';
import type { Config } from '../platform/config/config.ts';
import { causeOf, placeOf } from './start-errors.ts';

export interface ConsoleDatabase {
  readonly opened: OpenDb;
  readonly secrets: Secrets;
}

const open = (config: Config): Promise<OpenDb> => {
  const { databaseUrl } = config;
  if (databaseUrl === null) return openDb(config, true);
  return waitForDatabase(
    () => openDb(config, true),
    (error) => console.error(`Waiting up to 60 s for ${placeOf(addressOf(databaseUrl))}: ${causeOf(error)}`),
  );
};

/** Throws errors that `explainStart` explains. Then nothing is left open. */
export const openDatabase = async (config: Config): Promise<ConsoleDatabase> => {
  prepareDataFolder(config.dataFolder);
  const opened = await open(config);
  try {
    const load = (): Secrets => loadSecrets(config);
    await checkSecretKey(opened.db, config, load);
    await migrate(opened.db);
    if (opened.engine === 'postgres') await matchClock(opened.db);
    await syncRoles(opened.db, config);
    const secrets = load();
    await keepProof(opened.db, secrets);
    return { opened, secrets };
  } catch (error) {
    await opened.close();
    throw error;
  }
};
