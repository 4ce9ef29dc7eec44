// Vitest reporter that writes the counts of passed, failed and skipped tests to the file in RINGSIDE_COUNTS, for the last line of
// bin/test.mjs.
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.RINGSIDE_COUNTS;
    if (!file) return;
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const own = countsOf(module);
      for (const name of Object.keys(own)) counts[name] += own[name];
    }
    writeFileSync(file, JSON.stringify(counts));
  }
}

const countsOf = (module) => {
  // A file that fails to load, or whose hooks fail, has no failed test but counts as a failure.
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
