#!/usr/bin/env node
// `npm run bench`: the figures of docs/develop/benchmarks.md, each next to its peer or limit, as a table and as JSON (bench.json). `npm run bench
// -- G1 G4` measures only those. Figures vary with the machine; no figure causes a failure.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb, install, pinnedNode, root } from './set-up.mjs';

await install();
const node = pinnedNode();
await buildWeb(node);
// --expose-gc: each round starts with the same heap.
const child = spawn(node, ['--expose-gc', join(root, 'bench/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code ?? 1));
