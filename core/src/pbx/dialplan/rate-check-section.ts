// Rejects calls that the customer's plan does not allow: numbers without a rate, and blocked rates. The PBX server looks them up in AstDB,
// longest prefix first, so changes apply without a dialplan reload.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { extensionLines } from './dialplan-lines.ts';
import { refuseStep } from './refusal-section.ts';

const RATE_CHECK = 'ringside-rate-check';

/** AstDB family that maps `out-<customer code>` or `in-<customer code>` to the family of that customer's table. */
export const RATE_TABLES = 'ringside-rate-tables';
/** Table key for numbers that match no other key. */
export const ANY_NUMBER = 'any';
const REFUSE = 'refuse';

/** `digits`: a dialplan expression. */
export const rateCheckStep = (way: 'in' | 'out', code: string, digits: string): string =>
  `Gosub(${RATE_CHECK},s,1(${way}-${code},${digits}))`;

export const rateCheckSection: ConfigSection = section(
  RATE_CHECK,
  extensionLines('s', [
    `Set(RINGSIDE_TABLE=\${DB(${RATE_TABLES}/\${ARG1})})`,
    'GotoIf($["${RINGSIDE_TABLE}" = ""]?done)',
    'Set(RINGSIDE_DIGITS=${ARG2})',
    '(next)Set(RINGSIDE_VERDICT=${DB(${RINGSIDE_TABLE}/${RINGSIDE_DIGITS})})',
    'GotoIf($["${RINGSIDE_VERDICT}" != ""]?known)',
    'Set(RINGSIDE_DIGITS=${RINGSIDE_DIGITS:0:-1})',
    'GotoIf($["${RINGSIDE_DIGITS}" != ""]?next)',
    `Set(RINGSIDE_VERDICT=\${DB(\${RINGSIDE_TABLE}/${ANY_NUMBER})})`,
    `(known)ExecIf($["\${RINGSIDE_VERDICT}" = "${REFUSE}"]?${refuseStep})`,
    '(done)Return()',
  ]),
);
