// Reads recordings from another machine over HTTP, with or without range support.
import { AUDIO_TYPES } from '@ringside/core/contract/calls/recordings.ts';
import { byteRangeOf } from './byte-range.ts';
import { cut, nothing } from './cut.ts';
import { audioExtensionOf, recordingKey } from './recording-key.ts';
import { LEAST_BYTES, SourceAway } from './source.ts';
import type { OpenSound, RecordingSource, Sound, SourceProblem } from './source.ts';

export interface Remote {
  readonly canDelete: boolean;
  /** Method to read the size, because some servers lack HEAD. */
  readonly look: 'HEAD' | 'GET';
  /** Whether the server supports `Range`. */
  readonly ranges: boolean;
  /** `key`: path below the recording folder, separated by `/`, without `.` and `..`. */
  send(
    method: 'GET' | 'HEAD' | 'DELETE',
    key: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response>;
  /** The problem to report when the probe finds nothing at its address. */
  readonly nothing?: SourceProblem;
  /** Checks whether the source answers. */
  probe(signal: AbortSignal): Promise<Response>;
}

/** Timeout for the response headers. The body has no time limit. */
const PATIENCE_MS = 10_000;

const answerOf = async (ask: (signal: AbortSignal) => Promise<Response>): Promise<Response> => {
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(), PATIENCE_MS);
  try {
    return await ask(impatience.signal);
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'EADDRREFUSED';
    throw new SourceAway(refused ? 'off-limits' : 'unreachable', error);
  } finally {
    clearTimeout(timer);
  }
};

const bytesOf = (response: Response): AsyncIterable<Uint8Array> => (response.body === null ? nothing() : response.body);

const drop = (response: Response): Promise<void> => response.body?.cancel().catch(() => undefined) ?? Promise.resolve();

/** Returns `null` for a missing file. Throws SourceAway for other failures. */
const present = async (response: Response, ...good: readonly number[]): Promise<Response | null> => {
  if (good.includes(response.status)) return response;
  await drop(response);
  if (response.status === 404 || response.status === 410) return null;
  throw new SourceAway(response.status === 401 || response.status === 403 ? 'denied' : 'refused');
};

const sizeOf = (header: string | null): number => {
  const size = header === null || !/^\d{1,15}$/.test(header) ? null : Number(header);
  if (size === null) throw new SourceAway('refused');
  return size;
};

const soundOf = (key: string, bytes: number): Sound => {
  const extension = audioExtensionOf(key) ?? 'wav';
  return { bytes, extension, mediaType: AUDIO_TYPES[extension] };
};

/** Returns the size of the file in bytes, or `null` if it is missing. */
const look = async (remote: Remote, key: string): Promise<number | null> => {
  const response = await present(await answerOf((signal) => remote.send(remote.look, key, {}, signal)), 200);
  if (response === null) return null;
  await drop(response);
  return sizeOf(response.headers.get('content-length'));
};

const LAST_BYTES = /^bytes=-\d+$/i;

/** Converts the response to a range request. */
const partOf = async (
  remote: Remote,
  response: Response,
  key: string,
  asked: string | undefined,
): Promise<OpenSound> => {
  const whole = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  if (response.status === 416) {
    // Some storages omit the file size in a 416 response.
    const bytes = whole?.[3] === undefined ? ((await look(remote, key)) ?? 0) : sizeOf(whole[3]);
    return { ...soundOf(key, bytes), range: 'unsatisfiable', content: nothing() };
  }
  if (response.status === 206) {
    const sound = soundOf(key, sizeOf(whole?.[3] ?? null));
    const range = { from: sizeOf(whole?.[1] ?? null), to: sizeOf(whole?.[2] ?? null) };
    return { ...sound, range, content: bytesOf(response) };
  }
  const sound = soundOf(key, sizeOf(response.headers.get('content-length')));
  const range = byteRangeOf(asked, sound.bytes);
  if (range === null) return { ...sound, range, content: bytesOf(response) };
  if (range === 'unsatisfiable') return { ...sound, range, content: nothing() };
  return { ...sound, range, content: cut(bytesOf(response), range.from, range.to) };
};

export const createRemoteSource = (remote: Remote, pbxFolder: string): RecordingSource => ({
  remote: true,
  canDelete: remote.canDelete,
  find: async (name) => {
    const key = recordingKey(name, pbxFolder);
    const bytes = key === null ? null : await look(remote, key);
    return key === null || bytes === null || bytes < LEAST_BYTES ? null : soundOf(key, bytes);
  },
  open: async (name, asked) => {
    const key = recordingKey(name, pbxFolder);
    if (key === null) return null;
    let range = remote.ranges ? asked : undefined;
    if (range !== undefined && LAST_BYTES.test(range)) {
      // Some storages misread "the last 500 bytes" as "up to byte 500", so the range is sent with explicit positions.
      const bytes = await look(remote, key);
      if (bytes === null) return null;
      const last = byteRangeOf(range, bytes);
      if (last !== null && last !== 'unsatisfiable') range = `bytes=${last.from}-${last.to}`;
    }
    const headers: Record<string, string> = range === undefined ? {} : { range };
    const answer = await answerOf((signal) => remote.send('GET', key, headers, signal));
    const response = await present(answer, 200, 206, 416);
    if (response === null) return null;
    const part = await partOf(remote, response, key, asked);
    if (part.range === 'unsatisfiable') await drop(response);
    if (part.bytes >= LEAST_BYTES) return part;
    await drop(response);
    return null;
  },
  remove: async (name) => {
    const key = recordingKey(name, pbxFolder);
    if (key === null) return false;
    const response = await present(await answerOf((signal) => remote.send('DELETE', key, {}, signal)), 200, 202, 204);
    if (response !== null) await drop(response);
    return response !== null;
  },
  probe: async () => {
    const response = await answerOf((signal) => remote.probe(signal));
    await drop(response);
    if (response.status === 401 || response.status === 403) throw new SourceAway('denied');
    if (response.status === 404 && remote.nothing !== undefined) throw new SourceAway(remote.nothing);
    if (response.status >= 300 && response.status !== 404 && response.status !== 405) throw new SourceAway('refused');
  },
});
