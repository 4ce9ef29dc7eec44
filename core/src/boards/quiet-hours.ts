// Hours without sounds on a wallboard, in the wallboard's time zone. They may cross midnight.
import { zoneOffset } from '../base/zone-offset.ts';

/** `HH:MM`, from 00:00 to 24:00, half-open. Equal values: all day. */
interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const minutesOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
};

/** Returns the local time `HH:MM` of a time (epoch ms) in an IANA time zone. */
export const clockAt = (at: number, timeZone: string): string =>
  new Date(at + zoneOffset(at, timeZone)).toISOString().slice(11, 16);

/** `null`: no quiet hours. */
export const isQuiet = (hours: QuietHours | null, clock: string): boolean => {
  if (hours === null) return false;
  const [from, to, now] = [minutesOf(hours.from), minutesOf(hours.to), minutesOf(clock)];
  if (from === to) return true;
  return from < to ? now >= from && now < to : now >= from || now < to;
};
