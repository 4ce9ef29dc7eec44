// A wall clock of another place and the moment that it shows: what date inputs hold is text without a zone.
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const WALL = 'YYYY-MM-DD HH:mm:ss';

/** `2026-03-02 12:00:00` in a zone as ISO 8601. */
export const instantOf = (wall: string, zone: string): string => dayjs.tz(wall, zone).toISOString();

/** ISO 8601 as `2026-03-02 12:00:00` in a zone. */
export const wallOf = (instant: string, zone: string): string => dayjs(instant).tz(zone).format(WALL);
