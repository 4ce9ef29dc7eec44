// A process that replays a transcript to each client as fast as the client reads, then closes. Started by `startSource`.
import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { transcript } from '../lab/transcripts.ts';

interface Source {
  readonly port: number;
  stop(): void;
}

/** `times`: how often each client gets the events of the transcript. The greeting comes once. */
export const startSource = async (name: string, times = 1): Promise<Source> => {
  const child = fork(fileURLToPath(import.meta.url), [name, String(times)]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The source ended')));
  });
  return { port, stop: () => child.kill() };
};

const GREETING_END = '\r\n';

const play = (name: string, times: number): void => {
  const bytes = transcript(name);
  const again = bytes.subarray(bytes.indexOf(GREETING_END) + GREETING_END.length);
  const send = (socket: Socket, left: number): void => {
    if (left === 0) socket.end();
    else socket.write(left === times ? bytes : again, (error) => (error ? socket.destroy() : send(socket, left - 1)));
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // Input from clients (a login) is ignored.
    socket.resume();
    send(socket, times);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
};

const [, file, played, times] = process.argv;
if (file === fileURLToPath(import.meta.url) && played !== undefined) play(played, Number(times));
