// The real AMI traffic of lab/transcripts, as bytes and as the chunks of a socket.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../lab/transcripts/', import.meta.url));

/** The five-minute storm as every class saw it, whole: about 18 thousand events. */
export const STORM = '17-mixed-pbx1';

export const transcript = (name: string): Buffer => readFileSync(`${FOLDER}${name}.ami`);

export const transcriptNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ami'))
    .map((file) => file.slice(0, -'.ami'.length));

/** As a loopback socket gives them. */
export const chunks = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

export const countEvents = (bytes: Buffer): number => (bytes.toString('latin1').match(/^Event: /gm) ?? []).length;
