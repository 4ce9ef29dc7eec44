// Lets `npx ringside …` run its commands in the running console, because the embedded database admits only one process. Uses a local socket
// that only the same user may open.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DataLock } from '../platform/db/data-lock.ts';
import type { Services } from '../services.ts';
import { runCommand } from './run-command.ts';
import type { CommandCall, CommandResult } from './command.ts';

const MAX_BYTES = 65_536;

const readBody = async (request: IncomingMessage): Promise<CommandCall> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('The command is too long');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

/** Returns a path that only this user can reach and that is short enough for a socket (about 100 characters). */
const socketPath = (): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\ringside-${process.pid}`
    : join(mkdtempSync(join(tmpdir(), 'ringside-')), 'control');

export const serveControl = async (deps: Services, lock: DataLock | null): Promise<{ close(): Promise<void> }> => {
  // With PostgreSQL, a command opens the database itself.
  if (lock === null) return { close: async () => undefined };
  const path = socketPath();
  const server = createServer((request, response) => {
    const answer = (result: CommandResult) => response.end(JSON.stringify(result));
    readBody(request)
      .then((call) => runCommand({ ...deps, membersOf: (id) => deps.pbx.membersOf(id) }, call))
      .then(answer, (error: unknown) =>
        answer({ ok: false, lines: [error instanceof Error ? error.message : String(error)] }),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  lock.announce(path);
  return {
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true });
    },
  };
};
