// Lets the databases of one process reuse the compiled WebAssembly module of the embedded engine, because tests open and close one per
// file.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Provided by Node.js. The types declare it only for browsers. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

/** This reference keeps the module from being collected while this file is loaded. */
export const compiled = await WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
