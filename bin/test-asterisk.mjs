#!/usr/bin/env node
// `npm run test:asterisk`: the tests on a real Asterisk with SIPp. Installs the lab if it is missing (as root on Debian; into LAB_ROOT, by
// default /opt/pbx). All traffic stays on the loopback. Passes arguments on to Vitest.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closing, run, runVitest } from './run-steps.mjs';
import { install, pinnedNode, root } from './set-up.mjs';

if (process.platform !== 'linux') {
  console.log('A real Asterisk runs on Linux alone: nothing was tested here.\n\n0 passed, 0 failed, 1 skipped');
  process.exit(0);
}
await install();
const node = pinnedNode();
if (!existsSync(join(process.env.LAB_ROOT ?? '/opt/pbx', 'usr/sbin/asterisk'))) {
  console.log('Installing the lab: a real Asterisk and SIPp from Debian packages …');
  const { code } = await run('bash', [join(root, 'lab/asterisk-lab'), 'install'], { live: true });
  if (code !== 0) {
    console.log('\n0 passed, 1 failed');
    process.exit(1);
  }
}
const { counts } = await runVitest(node, ['asterisk'], { live: true, args: process.argv.slice(2) });
console.log('');
console.log(closing(counts));
process.exit(counts.failed > 0 ? 1 : 0);
