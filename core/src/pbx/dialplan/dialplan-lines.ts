// Building blocks of the dialplan. Only digits, validated names and integers reach it, never free text.
import { line, ValueRefused } from '../../asterisk/config-file.ts';
import type { ConfigLine } from '../../asterisk/config-file.ts';

/** Returns the lines of one extension. `n` follows the previous line. A step such as `(ask)Background(…)` has a label. */
export const extensionLines = (number: string, steps: readonly string[]): readonly ConfigLine[] =>
  steps.map((step, i) => {
    const [, label = '', rest = step] = /^(\([a-z]+\))(.*)$/s.exec(step) ?? [];
    return line('exten', `${number},${i === 0 ? '1' : 'n'}${label},${rest}`, true);
  });

export const mustFit = (ok: boolean, field: string): void => {
  if (!ok) throw new ValueRefused(field, 'shape');
};

/**
 * Returns the integer if it is within the limits.
 * @throws ValueRefused
 */
export const wholeWithin = (field: string, value: number, from: number, to: number): number => {
  mustFit(Number.isInteger(value) && value >= from && value <= to, field);
  return value;
};

/**
 * Returns a row's ID as part of a name, without dashes, which Asterisk ignores in extension names.
 * @throws ValueRefused
 */
export const plainId = (field: string, id: string): string => {
  mustFit(/^[A-Za-z0-9-]{1,40}$/.test(id), field);
  return id.replaceAll('-', '');
};

export const DIGITS = /^[0-9]{1,15}$/;

/** Ends a call after 30 steps, because extensions, queues, groups and menus may form a loop. */
export const COUNTED = [
  'Set(__RINGSIDE_STEPS=$[0${RINGSIDE_STEPS} + 1])',
  'ExecIf($[${RINGSIDE_STEPS} > 30]?Hangup(25))',
];
