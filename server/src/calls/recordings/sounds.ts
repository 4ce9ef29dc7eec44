// Provides recordings by PBX server, from any source, and their cached waveforms.
import { createPeakReader } from '@ringside/core/calls/wav-peaks.ts';
import type { WavPeaks } from '@ringside/core/calls/wav-peaks.ts';
import type { SourceVerdict } from '@ringside/core/contract/calls/recording-sources.ts';
import { WAVE_BARS } from '@ringside/core/contract/calls/recordings.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Reach } from '../../pbx/ami/reach.ts';
import { createFetch } from './ask.ts';
import type { Fetch } from './ask.ts';
import { createLocalSource } from './local-source.ts';
import { createRemoteSource } from './remote-source.ts';
import { ariRemote, httpRemote, s3Remote } from './remotes.ts';
import { latestRecordings, readSource } from './source-queries.ts';
import type { StoredSource } from './source-queries.ts';
import { SourceAway } from './source.ts';
import type { RecordingSource } from './source.ts';

export interface Sounds {
  of(serverId: number): Promise<RecordingSource>;
  /** Returns `null` for formats without waveform. Rejects with SourceAway. */
  waveOf(serverId: number, name: string): Promise<WavPeaks | null>;
  /** Looks for the newest recording of the PBX. */
  test(serverId: number): Promise<SourceVerdict>;
}

const REMOTES = { ari: ariRemote, http: httpRemote, s3: s3Remote } as const;

const sourceOf = (top: string | null, settings: StoredSource, ask: Fetch): RecordingSource => {
  const { kind, pbxFolder, address, mayDelete } = settings;
  return kind === 'local'
    ? createLocalSource({ top, below: address, pbxFolder, mayDelete })
    : createRemoteSource(REMOTES[kind](settings, ask), pbxFolder);
};

/** Maximum number of cached waveforms, one or two kilobytes each. */
const MOST_KEPT = 500;
/** About half a day of one channel. Longer files have no waveform. */
const MOST_BYTES = 700_000_000;
/** Maximum number of waveforms computed at the same time. Further requests play without one. */
const MOST_AT_ONCE = 4;
/** The source works if it has one of the latest recordings. */
const TESTED_FILES = 5;

const readWave = async (source: RecordingSource, name: string): Promise<WavPeaks | null> => {
  const opened = await source.open(name, undefined);
  if (opened === null || opened.extension !== 'wav' || opened.bytes > MOST_BYTES) return null;
  const reader = createPeakReader(opened.bytes, WAVE_BARS);
  for await (const chunk of opened.content) {
    reader.push(chunk);
    if (reader.isOver()) break;
  }
  return reader.done();
};

export const createSounds = (db: Db, secrets: Secrets, top: string | null, reach: Reach): Sounds => {
  const ask = createFetch(reach);
  const waves = new Map<string, Promise<WavPeaks | null>>();
  let running = 0;
  const of = async (serverId: number) => sourceOf(top, await readSource(db, secrets, serverId), ask);
  return {
    of,
    waveOf: (serverId, name) => {
      const key = `${serverId} ${name}`;
      const known = waves.get(key);
      if (known !== undefined) return known;
      if (running >= MOST_AT_ONCE) return Promise.resolve(null);
      const [oldest] = waves.keys();
      if (waves.size >= MOST_KEPT && oldest !== undefined) waves.delete(oldest);
      running += 1;
      const reading = of(serverId)
        .then((source) => readWave(source, name))
        .finally(() => (running -= 1));
      waves.set(key, reading);
      // A failed read is tried again next time.
      reading.catch(() => waves.delete(key));
      return reading;
    },
    test: async (serverId) => {
      const files = await latestRecordings(db, serverId, TESTED_FILES);
      const file = files[0] ?? null;
      try {
        const source = await of(serverId);
        for (const name of files) if ((await source.find(name)) !== null) return { verdict: 'found', file: name };
        await source.probe();
        return { verdict: file === null ? 'reached' : 'missing', file };
      } catch (error) {
        if (!(error instanceof SourceAway)) throw error;
        return { verdict: error.problem, file };
      }
    },
  };
};
