// What a stock Asterisk needs before the console configures it, as the documentation tells: lines that include, and two logins.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { INCLUDED_BY, includeLine, SHEETS } from '@ringside/core/pbx/pbx-objects.ts';
import type { Pbx } from './lab.ts';

/** As the console is told them. */
export const LIVE_LOGIN = { amiUsername: 'ringside-live', amiSecret: 'live-secret' };
export const WRITING_LOGIN = { username: 'ringside-provisioning', secret: 'write-secret' };

/** After each start: the lab writes its own files anew. */
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
