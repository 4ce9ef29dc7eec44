// Encodes WAV as MP3 with an installed ffmpeg. No maintained JavaScript encoder has a compatible license.
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

interface Mp3 {
  isPossible(): Promise<boolean>;
  /** Returns whether the maximum number of encoders is running. */
  isBusy(): boolean;
  /** Starts when the stream is read and stops when the reader stops. */
  encode(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

const MOST_AT_ONCE = 2;
const LONGEST_MS = 10 * 60_000;
/** 48 kbit/s are sufficient for telephone speech. */
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

/** `command`: `ffmpeg` or its path. */
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
    // The reader of the stream gets the error.
    ended.catch(() => undefined);
    const fed = pipeline(Readable.from(content), child.stdin).catch((error: unknown) => error);
    try {
      yield* child.stdout;
      await fed;
      const code = await ended;
      if (code !== 0) throw new Error(`ffmpeg exited with code ${code}`);
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
