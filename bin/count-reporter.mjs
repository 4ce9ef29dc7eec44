// A vitest reporter that only counts, into the file named by RINGSIDE_COUNTS, for the closing line of bin/test.mjs: what
// passed, failed and was left out, and the same of each file that failed, by its path.
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.RINGSIDE_COUNTS;
    if (!file) return;
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const failing = {};
    for (const module of modules) {
      const own = countsOf(module);
      for (const name of Object.keys(own)) counts[name] += own[name];
      if (own.failed > 0) failing[module.moduleId] = own;
    }
    writeFileSync(file, JSON.stringify({ counts, failing }));
  }
}

const countsOf = (module) => {
  // A file that could not be loaded, or whose hooks failed, holds no failed test, yet it failed.
  const counts = { passed: 0, failed: module.errors().length, skipped: 0 };
  for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') counts.passed++;
    else if (state === 'failed') counts.failed++;
    else counts.skipped++;
  }
  return counts;
};
