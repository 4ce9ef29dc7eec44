// Converts an uploaded file to telephone format.
import { spawn } from 'node:child_process';
import { readSound, secondsOf, telephoneWav } from '@ringside/core/routing/telephone-wav.ts';
import { MOST_PROMPT_BYTES, MOST_PROMPT_SECONDS } from '@ringside/core/contract/routing/prompt.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

interface TelephoneSound {
  readonly content: Uint8Array;
  readonly seconds: number;
}

const LONGEST_MS = 60_000;
const MOST_PCM_BYTES = MOST_PROMPT_SECONDS * 16_000;

/** Sets the input format and allows only pipes, so that ffmpeg probes no other formats and opens no files or URLs. */
const argumentsFor = (kind: 'wav' | 'mp3'): readonly string[] => [
  ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-protocol_whitelist', 'pipe', '-f', kind, '-i', 'pipe:0'],
  ...['-vn', '-map_metadata', '-1', '-ac', '1', '-ar', '8000', '-f', 's16le', '-codec:a', 'pcm_s16le', 'pipe:1'],
];

const refuse = (code: string): Refusal => new Refusal('invalid', { errors: [{ path: 'audio', code }] });

/** Stops one byte after the maximum length, which shows that the sound is too long. */
const convert = (command: string, kind: 'wav' | 'mp3', bytes: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, argumentsFor(kind), { stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    const parts: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > MOST_PCM_BYTES) child.kill('SIGKILL');
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(error.code === 'ENOENT' || error.code === 'EACCES' ? refuse('needs-converter') : error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0 || length > MOST_PCM_BYTES) resolve(Buffer.concat(parts));
      else reject(refuse('not-a-sound'));
    });
    // If ffmpeg stops reading, its exit code is the error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });

/** Reads a sound that `telephoneSound` returned. */
export const soundIn = (base64: string): TelephoneSound => {
  const sound = readSound(Buffer.from(base64, 'base64'));
  if (sound?.kind !== 'telephone') throw refuse('not-a-sound');
  return { content: telephoneWav(sound.pcm), seconds: Math.round(secondsOf(sound.pcm) * 100) / 100 };
};

/**
 * Returns the sound in base64. `command`: path of ffmpeg.
 * @throws Refusal `not-a-sound`, `needs-converter`, `sound-too-large`, `too-long-a-sound`
 */
export const telephoneSound = async (command: string, base64: string): Promise<string> => {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MOST_PROMPT_BYTES) throw refuse('sound-too-large');
  const sound = readSound(bytes);
  if (sound === null) throw refuse('not-a-sound');
  const pcm = sound.kind === 'telephone' ? sound.pcm : await convert(command, sound.kind, bytes);
  if (pcm.length < 2) throw refuse('not-a-sound');
  if (pcm.length > MOST_PCM_BYTES) throw refuse('too-long-a-sound');
  return Buffer.from(telephoneWav(pcm)).toString('base64');
};
