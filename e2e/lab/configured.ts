// The include lines and the two AMI logins that a standard Asterisk needs before the console configures it, as documented.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { INCLUDED_BY, includeLine, SHEETS } from '@ringside/core/pbx/pbx-objects.ts';
import type { Pbx } from './lab.ts';

/** The logins as entered in the console. */
export const LIVE_LOGIN = { amiUsername: 'ringside-live', amiSecret: 'live-secret' };
export const WRITING_LOGIN = { username: 'ringside-provisioning', secret: 'write-secret' };

/** Must run after each start, because the lab rewrites its files. */
export const prepareForConsole = async (pbx: Pbx): Promise<void> => {
  const append = (file: string, text: string): void => appendFileSync(join(pbx.folder, 'etc', file), text);
  for (const sheet of SHEETS) append(INCLUDED_BY[sheet], `\n${includeLine(sheet)}\n`);
  append(
    'manager.conf',
    [
      `\n[${LIVE_LOGIN.amiUsername}]\nsecret = ${LIVE_LOGIN.amiSecret}\npermit = 127.0.0.0/255.0.0.0`,
      'read = system,call,agent,user,dtmf,reporting,cdr,dialplan\nwrite = system,call,agent,reporting,originate',
      `\n[${WRITING_LOGIN.username}]\nsecret = ${WRITING_LOGIN.secret}\npermit = 127.0.0.0/255.0.0.0`,
      'read =\nwrite = config,system,reporting,command\n',
    ].join('\n'),
  );
  await pbx.cli('manager reload');
};
