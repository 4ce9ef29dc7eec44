// Loaded into a console before its own code: its clock is ahead by as many milliseconds as the file says that
// RINGSIDE_E2E_CLOCK names. The embedded database reads the same clock.
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
    // Dates that come from another thread are plain ones.
    static [Symbol.hasInstance](value) {
      return value instanceof RealDate;
    }
  };
}
