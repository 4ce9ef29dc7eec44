// Prepares a PBX as an administrator would: copies the lines from the API into the database and the files of the PBX.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IncludeLine } from '@ringside/core/contract/pbx/provisioning.ts';
import type { Postgres } from './postgres.ts';

const PASSWORD = 'password-of-a-pbx';
export const SECOND_LOGIN = { username: 'ringside-provisioning', secret: 'write-secret' };

/** Returns a folder for `Pbx.up`. `own`: additional files by name. */
export const applyIncludeLines = async (
  postgres: Postgres,
  includes: readonly IncludeLine[],
  own: Readonly<Record<string, string>>,
): Promise<string> => {
  const conf = mkdtempSync(join(tmpdir(), 'ringside-conf-'));
  const files = new Map<string, string>(Object.entries(own));
  for (const { file, section, line } of includes) {
    const typed = line.replace('…', PASSWORD);
    if (file === 'PostgreSQL') await postgres.sql(typed);
    if (file === 'PostgreSQL' || file === 'modules.conf') continue;
    // The lab's files with these names include the folders.
    const name = /^(pjsip|queues|extensions)\.conf$/.test(file) ? file.replace('.conf', '.d/ringside.conf') : file;
    const before = files.get(name) ?? '';
    const head = section === '' || before.includes(`[${section}]`) ? '' : `[${section}]\n`;
    files.set(name, `${before}${head}${typed}\n`);
  }
  const { username, secret } = SECOND_LOGIN;
  files.set(
    'manager.d/ringside.conf',
    `[${username}]\nsecret = ${secret}\npermit = 127.0.0.0/255.0.0.0\nread =\nwrite = config,system,reporting,command\n`,
  );
  for (const [name, text] of files) {
    mkdirSync(dirname(join(conf, name)), { recursive: true });
    writeFileSync(join(conf, name), text);
  }
  return conf;
};
