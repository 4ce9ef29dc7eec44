// UTC offsets of time zones. Creating an Intl.DateTimeFormat takes tens of microseconds and tens of kilobytes outside the heap, so this
// module keeps one per zone and caches its results.

/** Time zone offsets change only at whole quarters of an hour. */
const QUARTER = 900_000;
/** About two years of hours for one zone. */
const MOST_REMEMBERED = 20_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** By the number of quarters since 1970. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

const zoneOf = (timeZone: string): Zone => {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const zone = { format, offsets: new Map<number, number>() };
  zones.set(timeZone, zone);
  return zone;
};

/** Returns the UTC offset of an IANA `timeZone` at `at` (epoch ms), in milliseconds. Throws RangeError for an unknown zone. */
export const zoneOffset = (at: number, timeZone: string): number => {
  const { format, offsets } = zoneOf(timeZone);
  const quarter = Math.floor(at / QUARTER);
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(quarter * QUARTER)) part[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute, second } = part;
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter * QUARTER;
  if (offsets.size >= MOST_REMEMBERED) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
};
