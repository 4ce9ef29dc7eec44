// Creates recordings for the demo's calls, since simulated PBXs name recordings but write none. Each file is a hard link to the
// one of a few sounds whose length is nearest to the talk time.
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '@ringside/core/base/error-code.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { recordingKey } from '../calls/recordings/recording-key.ts';
import { demoSound } from './demo-sound.ts';

const LENGTHS = [8, 20, 45, 75] as const;
const EVERY_MS = 3_000;
/** Number of newest calls that get a recording at the start. */
const NEWEST = 2_000;

interface Named {
  readonly id: string;
  readonly file: string;
  readonly talkSeconds: number;
}

const namedSince = async (db: Db, since: Date): Promise<readonly Named[]> => {
  const { rows } = await sql<Named>`select id, recording_file as file, talk_seconds from calls
    where recording_file <> '' and end_at >= ${since} order by start_at desc limit ${NEWEST}`.execute(db);
  return rows;
};

const soundsIn = (folder: string) => LENGTHS.map((seconds) => ({ seconds, path: join(folder, `${seconds}.wav`) }));

/** Takes about a second. */
export const writeSounds = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const { seconds, path } of soundsIn(folder)) writeFileSync(path, demoSound(seconds, seconds));
};

/**
 * Writes into `folder`, which only the demo uses. `soundFolder`: what `writeSounds` wrote, on the same file system. Returns a function that
 * stops it.
 */
export const soundDemo = async (
  db: Db,
  folder: string,
  soundFolder: string,
  now: () => number,
  onError: (error: unknown) => void,
): Promise<() => void> => {
  const sounds = soundsIn(soundFolder);
  const nearest = (talk: number): string =>
    sounds.reduce((best, one) => (Math.abs(one.seconds - talk) < Math.abs(best.seconds - talk) ? one : best)).path;
  const write = ({ file, talkSeconds }: Named): void => {
    const key = recordingKey(file, '');
    if (key === null) return;
    const path = join(folder, key);
    mkdirSync(dirname(path), { recursive: true });
    try {
      linkSync(nearest(talkSeconds), path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  };
  const look = async (since: number): Promise<void> => {
    for (const named of await namedSince(db, new Date(since))) write(named);
  };
  await look(0);
  // A call record may arrive some time after the end of its call.
  const timer = setInterval(() => void look(now() - 120_000).catch(onError), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
};
