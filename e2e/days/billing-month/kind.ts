// Type of a kind of call, and functions that several kinds use.
import type { Random, Writer } from './master-csv.ts';
import type { Connected } from './rating.ts';
import type { Tenant } from './tenants.ts';

/** Expected result of a call. The trunk's channel is connected from `answer` to `end`. */
interface CallResult {
  readonly direction: Connected['direction'];
  readonly status: string;
  readonly legs: readonly Omit<Connected, 'customer'>[];
}
export interface CallTimes {
  readonly tenant: Tenant;
  readonly random: Random;
  readonly start: number;
  readonly answer: number;
  readonly end: number;
}
export type Kind = (writer: Writer, setting: CallTimes) => CallResult;

export const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;
export const numberFor = (tenant: Tenant, random: Random): string =>
  pick(tenant.calls, random).replaceAll('x', () => String(Math.floor(random() * 10)));
/** The number as users dial it: some in national format, some with 00. */
export const dialled = (number: string, { home, country }: Tenant, random: Random): string => {
  const [international, national] = home;
  if (number.startsWith(international) && random() < 0.4) return national + number.slice(international.length);
  return random() < 0.3 && country !== 'AU' ? `00${number}` : `+${number}`;
};
/** Duration in a record without marks: truncated to whole seconds. */
export const wholeSeconds = (from: number, to: number): number => Math.max(1, Math.floor((to - from) / 1000));
/** Duration from marks, which have milliseconds: rounded. */
export const nearest = (from: number, to: number): number => Math.max(1, Math.round((to - from) / 1000));
