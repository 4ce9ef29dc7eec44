// Preloaded into a console: advances its clock by the number of milliseconds in the file that RINGSIDE_E2E_CLOCK names. The embedded
// database uses the same clock.
import { readFileSync } from 'node:fs';

const file = process.env['RINGSIDE_E2E_CLOCK'];
const ahead = file === undefined ? 0 : Number(readFileSync(file, 'utf8'));
if (ahead !== 0) {
  const RealDate = Date;
  const now = () => RealDate.now() + ahead;
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(now());
      else super(...parts);
    }
    static now() {
      return now();
    }
    // Dates from another thread are instances of the original class.
    static [Symbol.hasInstance](value) {
      return value instanceof RealDate;
    }
  };
}
