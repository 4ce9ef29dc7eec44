#!/usr/bin/env node
// `npx ringside <command>`: runs the commands of server/src/cli on the Node.js that the lock file pins. Plain JavaScript.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pinned = fileURLToPath(
  new URL(`../../node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`, import.meta.url),
);
const node = existsSync(pinned) && process.platform !== 'win32' ? pinned : process.execPath;
const script = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const result = spawnSync(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
if (result.error) console.error(result.error.message);
process.exit(result.status ?? 1);
