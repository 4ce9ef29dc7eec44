#!/usr/bin/env node
// `npm run test:days`: complete working days across all parts, on a real Asterisk, a real browser and real databases. `--short` runs the
// short form used in CI. All traffic stays on the loopback. Passes other arguments on to Vitest.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { closing, run, runVitest } from './run-steps.mjs';
import { buildWeb, install, pinnedNode, root } from './set-up.mjs';

if (process.platform !== 'linux') {
  console.log('The whole days need a real Asterisk, which runs on Linux only.\n\n0 passed, 0 failed, 1 skipped');
  process.exit(0);
}
const args = process.argv.slice(2);
await install();
const node = pinnedNode();
await buildWeb(node);
if (!existsSync(join(process.env.LAB_ROOT ?? '/opt/pbx', 'usr/sbin/asterisk'))) {
  console.log('Installing the lab: a real Asterisk and SIPp from Debian packages …');
  const { code } = await run('bash', [join(root, 'lab/asterisk-lab'), 'install'], { live: true });
  if (code !== 0) {
    console.log('\n0 passed, 1 failed');
    process.exit(1);
  }
}
const chromium = findChromium();
const { counts } = await runVitest(node, ['days'], {
  live: true,
  args: args.filter((arg) => arg !== '--short'),
  env: {
    RINGSIDE_DAYS: args.includes('--short') ? 'short' : 'whole',
    ...(chromium === null ? {} : { RINGSIDE_CHROMIUM: chromium }),
  },
});
console.log('');
console.log(closing(counts));
process.exit(counts.failed > 0 ? 1 : 0);
