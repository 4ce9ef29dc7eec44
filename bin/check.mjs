#!/usr/bin/env node
// `npm run check`: all checks that a change must pass before review, in under a minute.
import { checkSteps } from './check-steps.mjs';
import { closing, runSteps, runVitest } from './run-steps.mjs';
import { install, pinnedNode } from './set-up.mjs';

await install();
const node = pinnedNode();
const started = Date.now();
const counts = await runSteps([
  {
    name: 'unit tests',
    again: 'npx vitest run --project core --project web',
    work: () => runVitest(node, ['core', 'web']),
  },
  ...checkSteps(node),
]);
console.log(`in ${Math.round((Date.now() - started) / 1000)} s`);
console.log(closing(counts));
process.exit(counts.failed > 0 ? 1 : 0);
