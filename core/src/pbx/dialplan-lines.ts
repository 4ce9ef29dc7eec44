// The building blocks of the dialplan. What reaches it is digits, names that were checked, and whole numbers; nothing that
// a person typed freely.
import { line, ValueRefused } from './config-file.ts';
import type { ConfigLine } from './config-file.ts';

/** Lines of one extension; `n` follows the line before. A step `(ask)Background(…)` bears a label. */
export const extensionLines = (number: string, steps: readonly string[]): readonly ConfigLine[] =>
  steps.map((step, i) => {
    const [, label = '', rest = step] = /^(\([a-z]+\))(.*)$/s.exec(step) ?? [];
    return line('exten', `${number},${i === 0 ? '1' : 'n'}${label},${rest}`, true);
  });

export const mustFit = (ok: boolean, field: string): void => {
  if (!ok) throw new ValueRefused(field, 'shape');
};

/** @throws ValueRefused */
export const wholeWithin = (field: string, value: number, from: number, to: number): number => {
  mustFit(Number.isInteger(value) && value >= from && value <= to, field);
  return value;
};

/** A row's id as part of a name: dashes mean nothing to Asterisk in the name of an extension. @throws ValueRefused */
export const plainId = (field: string, id: string): string => {
  mustFit(/^[A-Za-z0-9-]{1,40}$/.test(id), field);
  return id.replaceAll('-', '');
};

export const DIGITS = /^[0-9]{1,15}$/;

/** Extensions, queues, groups and menus may well point at each other in a ring: a call takes so many steps and no more. */
export const COUNTED = [
  'Set(__RINGSIDE_STEPS=$[0${RINGSIDE_STEPS} + 1])',
  'ExecIf($[${RINGSIDE_STEPS} > 30]?Hangup(25))',
];
