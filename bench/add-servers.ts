// Adds simulated PBXs to a console and waits until their links are up.
import type { RunningConsole } from '../e2e/lab/console.ts';
import { isUp, waitForLink } from '../e2e/lab/tenants.ts';
import type { Load } from './load.ts';

/** Returns the server ids in the order of the addresses. */
export const addServers = async (
  console_: RunningConsole,
  { addresses, username, secret }: Pick<Load, 'addresses' | 'username' | 'secret'>,
): Promise<number[]> => {
  const ids: number[] = [];
  for (const [i, { host, port }] of addresses.entries()) {
    const body = { name: `PBX ${i + 1}`, amiHost: host, amiPort: port, amiUsername: username, amiSecret: secret };
    const { id } = await console_.api.call<{ id: number }>('POST', '/endpoints', body);
    ids.push(id);
  }
  for (const id of ids) await waitForLink(console_, id, isUp);
  return ids;
};

/** Returns the URL of a dashboard's socket. `token`: token of a session. */
export const socketUrl = (console_: RunningConsole, token: string): string =>
  `${console_.url.replace('http', 'ws')}/realtime?batch=1&token=${token}`;
