// Recorded AMI sessions of a real Asterisk in `transcripts/` (see its INDEX.md). Gzipped: 1.6 MB instead of 26.
import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('transcripts/', import.meta.url);
const BYTES = '.ami.gz';
const TRUTH = '.truth.txt';

const namesOf = (ending: string): readonly string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));

export const TRANSCRIPTS = namesOf(BYTES);
/** Transcripts that include the PBX's own records. */
export const TRUTHS = namesOf(TRUTH);

/** Returns all bytes that the PBX sent on the connection. */
export const transcript = (name: string): Buffer => gunzipSync(readFileSync(new URL(`${name}${BYTES}`, FOLDER)));

/** Returns one section of the PBX's own records, such as `queue_log` or `cdr-csv/Master.csv`. */
export const truthOf = (name: string, section: string): string => {
  const text = readFileSync(new URL(`${name}${TRUTH}`, FOLDER), 'utf8');
  return text.split(`===== ${section}\n`)[1]?.split('\n=====')[0] ?? '';
};
