// Renders subroutines that record facts of a call in the CDR's user field (read by core/asterisk/call-marks.ts): the dialed number, the
// line that caused a trunk leg, and when the trunk channel was answered and hung up. Asterisk's own times of a leg are those of its party
// A, which a menu may have answered long before the trunk channel.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { creditAnsweredStep, LIMIT } from './credit-section.ts';
import { extensionLines, mustFit } from './dialplan-lines.ts';
import { ANSWERED, GONE, MARKS, PICKED_UP, TRUNKS } from './flow-names.ts';

/** Epoch seconds with milliseconds. */
const NOW = '${STRFTIME(,UTC,%s.%3q)}';
/** The channel's serial number, the last part of its name. */
const SERIAL = '${CHANNEL(name):-8}';

const MARK = /^[a-z]+:[A-Za-z0-9+@.-]{1,80}$/;

/**
 * Returns the step that records a mark.
 * @throws ValueRefused
 */
export const markStep = (mark: string): string => {
  mustFit(MARK.test(mark), 'mark');
  return `Gosub(${MARKS},add,1(${mark}))`;
};

/** `RINGSIDE_ANSWERED` keeps the answer time, which a following CDR does not have. */
export const ANSWER: readonly string[] = [
  `ExecIf($["\${CHANNEL(state)}" != "Up"]?Set(RINGSIDE_ANSWERED=${NOW}))`,
  'Answer()',
];

/**
 * Runs on the called channel. Notes the answer time on the channel that started the call, which Asterisk answers next: if a later
 * transfer starts another CDR, `CDR(answer)` has the time of that one.
 */
const FIRST_ANSWER = `ExecIf($["\${MASTER_CHANNEL(RINGSIDE_ANSWERED)}" = ""]?Set(MASTER_CHANNEL(RINGSIDE_ANSWERED)=${NOW}))`;

/** Notes the end of a trunk channel, inbound or outbound, when it hangs up, regardless of the connected party. */
export const TRUNK_CHANNEL = `Set(CHANNEL(hangup_handler_push)=${GONE},s,1)`;

/** Options of a Dial through a trunk. `before`: a subroutine in `ringside-trunks` that the new channel runs first. */
export const trunkDialOptions = (before: string): string => `b(${TRUNKS}^${before}^1(${LIMIT}))U(${ANSWERED}^\${ARG1})`;

export const markSections = (): readonly ConfigSection[] => [
  section(MARKS, [
    ...extensionLines('add', [
      // Asterisk keeps 255 bytes and joins the fields of both parties.
      'ExecIf($[${LEN(${RINGSIDE_MARK})} > 150]?Return())',
      'Set(RINGSIDE_MARK=${RINGSIDE_MARK}${IF($["${RINGSIDE_MARK}" = ""]?:|)}${ARG1})',
      'Set(CDR(userfield)=${RINGSIDE_MARK})',
      'Return()',
    ]),
    // From one tenant to a number of another. `ARG1`: the number.
    ...extensionLines('cross', [
      'GotoIf($["${RINGSIDE_FROM}" != ""]?call)',
      'Set(RINGSIDE_FROM=${FILTER(0-9+,${CALLERID(num)})})',
      `Gosub(${MARKS},add,1(from:\${RINGSIDE_FROM}))`,
      '(call)Set(RINGSIDE_BY=${IF($["${RINGSIDE_LINE}" = ""]?@${RINGSIDE_TENANT}:${RINGSIDE_LINE})})',
      'Set(RINGSIDE_SEEN=${IF($["${RINGSIDE_HIDDEN}" = "1"]?:${FILTER(0-9,${RINGSIDE_SHOWN})})})',
      `Gosub(${MARKS},add,1(call:\${RINGSIDE_BY}/\${RINGSIDE_SEEN}/\${ARG1}/${NOW}))`,
      'Return()',
    ]),
  ]),
  // Runs on a trunk channel that was just answered. `ARG1`: the dialed number.
  section(
    ANSWERED,
    extensionLines('s', [
      'Set(RINGSIDE_SEEN=${IF($["${RINGSIDE_HIDDEN}" = "1"]?:${FILTER(0-9,${RINGSIDE_SHOWN})})})',
      `Set(RINGSIDE_MARK=out:${SERIAL}/\${RINGSIDE_LINE}/\${ARG1}/\${RINGSIDE_SEEN}/${NOW}/\${CHANNEL(linkedid)})`,
      'Set(CDR(userfield)=${RINGSIDE_MARK})',
      FIRST_ANSWER,
      creditAnsweredStep,
      'Return()',
    ]),
  ),
  // Runs on a line that was just answered.
  section(PICKED_UP, extensionLines('s', [FIRST_ANSWER, 'Return()'])),
  section(
    GONE,
    extensionLines('s', [
      'Set(RINGSIDE_SINCE=${IF($["${RINGSIDE_ANSWERED}" = ""]?${CDR(answer,u)}:${RINGSIDE_ANSWERED})})',
      'Set(RINGSIDE_SINCE=${RINGSIDE_SINCE}/${UNIQUEID})',
      // A mark of the answer already contains both.
      'ExecIf($["${RINGSIDE_MARK:0:4}" = "out:"]?Set(RINGSIDE_SINCE=))',
      `Set(RINGSIDE_MARK=\${RINGSIDE_MARK}|end:${SERIAL}/${NOW}/\${RINGSIDE_SINCE})`,
      'Set(CDR(userfield)=${RINGSIDE_MARK})',
      'Return()',
    ]),
  ),
];
