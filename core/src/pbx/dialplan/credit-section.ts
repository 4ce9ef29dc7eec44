// Renders call admission for prepaid customers, whose calls need the console's permission. The PBX server asks by setting a channel
// variable, which AMI reports as `VarSet`. The console answers with the seconds that the call may last. The trunk channel has that limit as
// absolute timeout from its answer on, so the call is cut without the console.
import type { CreditFallback } from '../credit-fallback.ts';
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { extensionLines, mustFit } from './dialplan-lines.ts';
import { refuseStep } from './refusal-section.ts';

const CREDIT = 'ringside-credit';
/** Runs on the trunk channel when it is answered. */
const ANSWERED = 'ringside-credit-answered';

/** Argument of the trunk channel's first subroutine: the call's time limit. Empty: no limit. */
export const LIMIT = '${RINGSIDE_LEG}';
/** The channel may hold the limit of another customer whose call this line forwards. */
export const NO_LIMIT = 'Set(RINGSIDE_LEG=)';
/** Runs on the trunk channel before it rings and when it is answered. */
export const creditLegStep = `GosubIf($["\${ARG1}" != ""]?${CREDIT},leg,1(\${ARG1},\${ARG2},\${ARG3},\${ARG4}))`;
export const creditAnsweredStep = `GosubIf($["\${RINGSIDE_SECONDS}" != ""]?${ANSWERED},s,1)`;

/** Number of 50 ms waits: a call waits 2 s for the console. */
const TURNS = 40;

/**
 * Returns the global variable of the PBX server: a 10-character stamp, then the seconds that calls may use while the console is not
 * connected.
 */
export const leftVariable = (code: string): string => {
  mustFit(/^[a-z][a-z0-9-]{1,30}$/.test(code), 'code');
  return `RINGSIDE_LEFT_${code.replaceAll('-', '_')}`;
};

export const creditSteps = (code: string, fallback: CreditFallback): readonly string[] => [
  `Gosub(${CREDIT},ask,1(${code},\${EXTEN},${fallback},${leftVariable(code)}))`,
];

/** For a call to a number of the same PBX server: without a trunk the caller's own channel is limited. */
export const creditInsideStep = `ExecIf($["\${RINGSIDE_LEG}" != ""]?Gosub(${ANSWERED},s,1))`;

/** `ARG1`: customer code. `ARG2`: digits. `ARG3`: fallback. `ARG4`: the customer's global variable. */
const askSteps: readonly string[] = [
  NO_LIMIT,
  'Set(RINGSIDE_TAKEN=)',
  'Set(RINGSIDE_ASKED=$[0${RINGSIDE_ASKED} + 1])',
  'Set(RINGSIDE_ASK=${UNIQUEID}-${RINGSIDE_ASKED})',
  'Set(RINGSIDE_PARTY=${ARG1} ${ARG2})',
  `Set(CHANNEL(hangup_handler_push)=${CREDIT},gone,1(\${RINGSIDE_ASK}))`,
  'Set(RINGSIDE_SECONDS=)',
  'Set(RINGSIDE_CREDIT=ask ${RINGSIDE_ASK} ${RINGSIDE_PARTY})',
  'Set(RINGSIDE_TURNS=0)',
  '(wait)GotoIf($["${RINGSIDE_SECONDS}" != ""]?told)',
  `GotoIf($[\${RINGSIDE_TURNS} >= ${TURNS}]?alone)`,
  'Set(RINGSIDE_TURNS=$[${RINGSIDE_TURNS} + 1])',
  'Wait(0.05)',
  'Goto(wait)',
  '(alone)GotoIf($["${ARG3}" = "open"]?done)',
  // Prevents two calls from taking the same seconds.
  'Set(RINGSIDE_LOCKED=${LOCK(ringside-credit)})',
  'Set(RINGSIDE_LEFT=${GLOBAL(${ARG4})})',
  'Set(RINGSIDE_TAKEN=${RINGSIDE_LEFT:0:10}.${ARG4})',
  'Set(RINGSIDE_SECONDS=0${RINGSIDE_LEFT:10})',
  'Set(GLOBAL(${ARG4})=${RINGSIDE_LEFT:0:10}0)',
  'Set(RINGSIDE_LOCKED=${UNLOCK(ringside-credit)})',
  '(told)Set(RINGSIDE_SECONDS=$[0${RINGSIDE_SECONDS} + 0])',
  `ExecIf($[\${RINGSIDE_SECONDS} < 1]?${refuseStep})`,
  'Set(RINGSIDE_LEG=${RINGSIDE_ASK}^${RINGSIDE_SECONDS}^${RINGSIDE_PARTY}^${RINGSIDE_TAKEN})',
  '(done)Return()',
];

/** Runs on the trunk channel before it rings. */
const legSteps: readonly string[] = [
  'Set(RINGSIDE_ASK=${ARG1})',
  'Set(RINGSIDE_SECONDS=${ARG2})',
  'Set(RINGSIDE_PARTY=${ARG3})',
  'Set(RINGSIDE_TAKEN=${ARG4})',
  // Passed as arguments, because the channel may ask for another leg after a transfer.
  `Set(CHANNEL(hangup_handler_push)=${CREDIT},ended,1(\${ARG1},\${ARG2},\${ARG4}))`,
  'Set(RINGSIDE_CREDIT=leg ${RINGSIDE_ASK} ${RINGSIDE_SECONDS} ${RINGSIDE_PARTY})',
  'Return()',
];

const answeredSteps: readonly string[] = [
  // A timeout of 0 would mean no limit.
  'Set(TIMEOUT(absolute)=${IF($[0${RINGSIDE_SECONDS} < 1]?1:${RINGSIDE_SECONDS})})',
  'Set(RINGSIDE_SINCE=${EPOCH})',
  'Set(RINGSIDE_CREDIT=answered ${RINGSIDE_ASK} ${RINGSIDE_SECONDS} ${RINGSIDE_PARTY} ${EPOCH})',
  'Return()',
];

/**
 * `ARG1` to `ARG3`: ID, seconds, and seconds taken without the console. Returns seconds taken but not used, unless the console has written
 * the variable since.
 */
const endedSteps: readonly string[] = [
  'Set(RINGSIDE_CREDIT=ended ${ARG1})',
  'GotoIf($["${ARG3}" = ""]?done)',
  'Set(RINGSIDE_LOCKED=${LOCK(ringside-credit)})',
  'Set(RINGSIDE_LEFT=${GLOBAL(${ARG3:11})})',
  'Set(RINGSIDE_USED=${IF($["${RINGSIDE_SINCE}" = ""]?0:$[${EPOCH} - 0${RINGSIDE_SINCE} + 1])})',
  'Set(RINGSIDE_UNUSED=$[${ARG2} - ${RINGSIDE_USED}])',
  'GotoIf($["${RINGSIDE_LEFT:0:10}" != "${ARG3:0:10}" | ${RINGSIDE_UNUSED} < 1]?kept)',
  'Set(RINGSIDE_UNUSED=$[0${RINGSIDE_LEFT:10} + ${RINGSIDE_UNUSED}])',
  'Set(GLOBAL(${ARG3:11})=${ARG3:0:10}${RINGSIDE_UNUSED})',
  '(kept)Set(RINGSIDE_LOCKED=${UNLOCK(ringside-credit)})',
  '(done)Return()',
];

export const creditSections: readonly ConfigSection[] = [
  section(CREDIT, [
    ...extensionLines('ask', askSteps),
    ...extensionLines('leg', legSteps),
    ...extensionLines('ended', endedSteps),
    ...extensionLines('gone', ['Set(RINGSIDE_CREDIT=gone ${ARG1})', 'Return()']),
  ]),
  section(ANSWERED, extensionLines('s', answeredSteps)),
];
