// A process that replays a transcript to each client as fast as the client reads, then closes. Started by `startSource`.
import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { transcript } from '../lab/transcripts.ts';

interface Source {
  readonly port: number;
  stop(): void;
}

export const startSource = async (name: string): Promise<Source> => {
  const child = fork(fileURLToPath(import.meta.url), [name]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The source ended')));
  });
  return { port, stop: () => child.kill() };
};

const play = (name: string): void => {
  const bytes = transcript(name);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // Input from clients (a login) is ignored.
    socket.resume();
    socket.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
};

const played = process.argv[2];
if (process.argv[1] === fileURLToPath(import.meta.url) && played !== undefined) play(played);
