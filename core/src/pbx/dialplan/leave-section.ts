// Determines which line causes an outbound call and whether that line may dial the number. Runs on the dialing channel, which differs from
// the line's own channel after a transfer or forwarding.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { COUNTED, extensionLines, mustFit } from './dialplan-lines.ts';
import { leaveContext, linesContext } from './flow-names.ts';
import type { WantedFlow } from '../wanted-flow.ts';

const NUMBER = /^\+?[0-9]{2,15}$/;

/** `acme-101` of a variable that contains `PJSIP/acme-101-0000001f`. */
const lineOf = (variable: string): string => `\${${variable}:6:-9}`;

/**
 * Later candidates take precedence. `RINGSIDE_LINE` is inherited: the channel was dialed for that line. `RINGSIDE_SENDER` is a forwarding
 * line. Asterisk sets the others on the redirected channel: attended transfer (a Local channel of features.conf), redirect by a phone
 * (302), blind transfer.
 */
const CANDIDATES: readonly string[] = [
  '${RINGSIDE_LINE}',
  '${RINGSIDE_OWN}',
  lineOf('ATTENDEDTRANSFER'),
  lineOf('FORWARDERNAME'),
  '${RINGSIDE_SENDER}',
  lineOf('BLINDTRANSFER'),
];

/**
 * `ARG1`: the number. Sets `RINGSIDE_ALLOWED`, the line in `RINGSIDE_LINE` and its caller ID in `RINGSIDE_SHOWN`, which dialed channels
 * inherit. `usual`: rules of calls without a line, such as from a menu.
 */
export const leaveSection = (code: string, flow: WantedFlow, usual: string): ConfigSection => {
  const lines = linesContext(code);
  const isLine = (line: string): string => `\${DIALPLAN_EXISTS(${lines},${line},1)} = 1`;
  mustFit(flow.callerIdNumber === '' || NUMBER.test(flow.callerIdNumber), 'callerIdNumber');
  return section(
    leaveContext(code),
    extensionLines('s', [
      ...COUNTED,
      `Set(__RINGSIDE_TENANT=${code})`,
      `Set(__RINGSIDE_SHOWN=${flow.callerIdNumber})`,
      `Set(RINGSIDE_RULES=${usual})`,
      'Set(__RINGSIDE_HIDDEN=)',
      'Set(RINGSIDE_RECORD=)',
      'Set(RINGSIDE_OWN=)',
      'ExecIf($["${CHANNEL(channeltype)}" = "PJSIP"]?Set(RINGSIDE_OWN=${CHANNEL(endpoint)}))',
      'Set(RINGSIDE_CAUSE=)',
      ...CANDIDATES.map((each) => `ExecIf($[${isLine(each)}]?Set(RINGSIDE_CAUSE=${each}))`),
      'Set(__RINGSIDE_LINE=${RINGSIDE_CAUSE})',
      'GotoIf($["${RINGSIDE_LINE}" = ""]?judge)',
      `Gosub(${lines},\${RINGSIDE_LINE},1)`,
      // A forwarding line may show the outside caller's number (`RINGSIDE_NUMBER`).
      'GotoIf($["${RINGSIDE_SHOWS}" != "caller" | "${RINGSIDE_NUMBER}" = "" | "${RINGSIDE_LINE}" != "${RINGSIDE_SENDER}"]?judge)',
      'Set(RINGSIDE_CALLER=${FILTER(0-9+,${CALLERID(num)})})',
      'ExecIf($[${LEN(${RINGSIDE_CALLER})} > 6 & ${LEN(${RINGSIDE_CALLER})} < 17]?Set(__RINGSIDE_SHOWN=${RINGSIDE_CALLER}))',
      '(judge)Set(RINGSIDE_ALLOWED=0)',
      // Longer than any phone number.
      'ExecIf($[${LEN(${ARG1})} > 15]?Return())',
      'Gosub(${RINGSIDE_RULES},${ARG1},1)',
      'Return()',
    ]),
  );
};
