// MP3 of a WAV, by an ffmpeg of the machine where there is one: no encoder with a fitting licence is kept in JavaScript.
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Mp3 {
  isPossible(): Promise<boolean>;
  /** As many as may run at once are running. */
  isBusy(): boolean;
  /** Begins when it is read; whoever stops reading stops it. */
  encode(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

const MOST_AT_ONCE = 2;
const LONGEST_MS = 10 * 60_000;
/** Speech on a telephone: 48 kbit/s are plenty. */
const ARGUMENTS = [
  ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-f', 'wav', '-i', 'pipe:0'],
  ...['-vn', '-map_metadata', '-1', '-codec:a', 'libmp3lame', '-b:a', '48k', '-f', 'mp3', 'pipe:1'],
];

const answers = (command: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, ['-hide_banner', '-version'], { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    const end = (good: boolean): void => {
      clearTimeout(timer);
      resolve(good);
    };
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
  });

/** `command`: `ffmpeg`, or where it is. */
export const createMp3 = (command: string): Mp3 => {
  let possible: Promise<boolean> | null = null;
  let running = 0;

  async function* encoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    running += 1;
    const child = spawn(command, ARGUMENTS, { stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    // Whoever reads hears of it; nobody else need.
    ended.catch(() => undefined);
    const fed = pipeline(Readable.from(content), child.stdin).catch((error: unknown) => error);
    try {
      yield* child.stdout as AsyncIterable<Uint8Array>;
      await fed;
      const code = await ended;
      if (code !== 0) throw new Error(`The encoder ended with ${code}`);
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
      running -= 1;
    }
  }
  return {
    isPossible: () => (possible ??= answers(command)),
    isBusy: () => running >= MOST_AT_ONCE,
    encode: encoded,
  };
};
