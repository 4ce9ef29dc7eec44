// Renders recording by policy: a subroutine of the tenant that plays the announcement and starts the recording once per call.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { extensionLines, mustFit } from './dialplan-lines.ts';
import { ANSWER } from './mark-sections.ts';
import { isSound } from '../sounds.ts';
import type { WantedSubscriber } from '../wanted.ts';

const recordContext = (code: string): string => `${code}-record`;

/**
 * `announcement`: name of a sound to play first. Empty: none.
 * @throws ValueRefused
 */
export const recordStep = (code: string, announcement: string): string => {
  mustFit(announcement === '' || isSound(announcement), 'recordingAnnouncement');
  return `Gosub(${recordContext(code)},s,1(${announcement}))`;
};

/** For a call to a line: records when the calling line records internal calls. */
export const recordInsideStep = (code: string): string => `Gosub(${recordContext(code)},inside,1())`;

/** For calls to a line whose internal calls are recorded. `RINGSIDE_NUMBER` is set on calls from outside. */
export const recordFromInsideStep = (code: string): string =>
  `GosubIf($["\${RINGSIDE_NUMBER}" = ""]?${recordContext(code)},s,1())`;

/** Tells whether a line records internal calls. */
export const recordsInside = ({ recording }: Pick<WantedSubscriber, 'recording'>): boolean =>
  recording === 'local' || recording === 'all';

/** For outbound calls. There is no called party yet to hear an announcement. */
export const recordOutStep = (code: string): string =>
  `GosubIf($["\${RINGSIDE_RECORD}" = "1"]?${recordContext(code)},s,1())`;

/**
 * Stores files below the PBX server's recording folder, by customer and day. The CDR contains the name. `inside`: endpoints of lines that
 * record internal calls.
 */
export const recordSection = (code: string, inside: readonly string[]): ConfigSection =>
  section(recordContext(code), [
    ...extensionLines('s', [
      'ExecIf($["${RINGSIDE_RECORDED}" = "1"]?Return())',
      'Set(__RINGSIDE_RECORDED=1)',
      'GotoIf($["${ARG1}" = ""]?begin)',
      ...ANSWER,
      'Playback(${ARG1})',
      `(begin)Set(RINGSIDE_FILE=${code}/\${STRFTIME(\${EPOCH},UTC,%Y/%m/%d)}/\${UNIQUEID}.wav)`,
      'Set(CDR(recordingfile)=${RINGSIDE_FILE})',
      // Records only while bridged, not the ringing before.
      'MixMonitor(${RINGSIDE_FILE},b)',
      'Return()',
    ]),
    ...(inside.length === 0
      ? []
      : extensionLines('inside', [
          'GotoIf($["${CHANNEL(channeltype)}" != "PJSIP"]?done)',
          `GotoIf($[\${DIALPLAN_EXISTS(${recordContext(code)},\${CHANNEL(endpoint)},1)} = 1]?s,1)`,
          '(done)Return()',
        ])),
    ...inside.flatMap((endpoint) => extensionLines(endpoint, ['NoOp()'])),
  ]);
