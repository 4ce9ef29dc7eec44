// What was compiled of the embedded database serves the next one of the same process, as long as somebody holds it: tests
// open and close one for each file.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Node's own; its types have it for browsers alone. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

/** Held by this module for as long as it is loaded. */
export const compiled = await WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
