#!/usr/bin/env node
// `npm run build`: installs and builds everything that a start needs, without starting. A service can then run as another user without
// write access to this folder. Plain JavaScript for Node.js 22.18 and later, with Node's own modules only.
import { buildWeb, finishBuild, install, pinnedNode, root } from './set-up.mjs';

const main = async () => {
  await install();
  const node = pinnedNode();
  if (!(await buildWeb(node))) return 1;
  await finishBuild(node);
  console.log(`built: ${root}`);
  return 0;
};

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
