// `ringside rotate-key`: re-encrypts the stored secrets with a new key. The key file holds the new and the old key until the database has
// changed. After an interruption all secrets can still be decrypted, and the command can run again.
import { resealAll } from '../platform/db/secrets/reseal-queries.ts';
import type { Db } from '../platform/db/connect.ts';
import {
  createSecrets,
  loadSecrets,
  makeSecretKey,
  readSecretKeyLines,
  writeSecretKeys,
} from '../platform/db/secrets/secrets.ts';
import type { CommandResult } from './command.ts';

interface Keys {
  readonly secretKey: string | null;
  readonly oldSecretKey: string | null;
  readonly dataFolder: string;
}

const report = (secrets: number, links: number, last: string): CommandResult => ({
  ok: true,
  lines: [
    `Encrypted ${secrets} secrets with the new key.`,
    ...(links === 0 ? [] : [`${links} wallboard links have ended: create new ones.`]),
    last,
  ],
});

/** The operator manages the keys in the settings, so only the database is changed. */
const rotateGiven = async (db: Db, keys: Keys): Promise<CommandResult> => {
  if (keys.oldSecretKey === null)
    return {
      ok: false,
      lines: [
        'RINGSIDE_OLD_SECRET_KEY is not set. Set it to the present key, set RINGSIDE_SECRET_KEY to the new one, and run rotate-key again.',
      ],
    };
  const to = loadSecrets({ ...keys, oldSecretKey: null });
  const { secrets, links } = await resealAll(db, loadSecrets(keys), to, new Date());
  return report(secrets, links, 'Remove RINGSIDE_OLD_SECRET_KEY and start the console.');
};

export const rotateKey = async (db: Db, keys: Keys): Promise<CommandResult> => {
  if (keys.secretKey !== null) return rotateGiven(db, keys);
  const lines = readSecretKeyLines(keys.dataFolder);
  // Two lines mean an interrupted rotation, which continues with the key that it created.
  if (lines.length === 1) writeSecretKeys(keys.dataFolder, [makeSecretKey(), ...lines]);
  const both = loadSecrets(keys);
  const [made = ''] = readSecretKeyLines(keys.dataFolder);
  const to = createSecrets(Buffer.from(made, 'hex'));
  const { secrets, links } = await resealAll(db, both, to, new Date());
  writeSecretKeys(keys.dataFolder, [made]);
  return report(secrets, links, 'Put the new secret.key into your backup and start the console.');
};
