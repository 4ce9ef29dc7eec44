// A vitest reporter that only counts, into the file named by RINGSIDE_COUNTS, for the closing line of bin/test.mjs.
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.RINGSIDE_COUNTS;
    if (!file) return;
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, modules: modules.length };
    for (const module of modules) {
      // A file that could not be loaded, or whose hooks failed, holds no failed test, yet it failed.
      counts.failed += module.errors().length;
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') counts.passed++;
        else if (state === 'failed') counts.failed++;
        else counts.skipped++;
      }
    }
    writeFileSync(file, JSON.stringify(counts));
  }
}
