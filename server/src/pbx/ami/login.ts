// Logs in to AMI, with an MD5 challenge if the PBX offers one, otherwise with the plain secret.
import { createHash } from 'node:crypto';
import { ActionRefused } from '@ringside/core/asterisk/action.ts';
import { LinkFailure } from './link-failure.ts';
import type { Connection } from './connection.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

const keyOf = (challenge: string, secret: string): string =>
  createHash('md5')
    .update(challenge + secret, 'utf8')
    .digest('hex');

const asLoginFailure = (error: unknown, { username }: LinkSettings): unknown => {
  if (error instanceof ActionRefused) {
    return new LinkFailure({ code: 'settings-unusable', params: { field: error.header }, line: null }, true);
  }
  return error instanceof LinkFailure && error.problem.code === 'no-answer'
    ? new LinkFailure({ code: 'login-timed-out', params: { username }, line: null })
    : error;
};

/** @throws LinkFailure, `refused` when the PBX rejected the login. */
export const login = async (
  connection: Pick<Connection, 'request' | 'localAddress'>,
  settings: LinkSettings,
  times: LinkTimes,
): Promise<void> => {
  const { username, secret } = settings;
  try {
    const offer = await connection.request('Challenge', { AuthType: 'MD5' }, times.loginMs);
    const challenge = offer.success ? offer.fields['Challenge'] : undefined;
    const proof =
      challenge === undefined || challenge === ''
        ? { Secret: secret }
        : { AuthType: 'MD5', Key: keyOf(challenge, secret) };
    const reply = await connection.request('Login', { Username: username, ...proof, Events: 'on' }, times.loginMs);
    if (reply.success) return;
    const busy = /already logged in|multiple login/i.test(reply.message);
    throw new LinkFailure(
      busy
        ? { code: 'already-logged-in', params: { username }, line: 'allowmultiplelogin = yes' }
        : {
            code: 'login-refused',
            params: { username, address: connection.localAddress },
            line: `[${username}]`,
          },
      true,
    );
  } catch (error) {
    throw asLoginFailure(error, settings);
  }
};
