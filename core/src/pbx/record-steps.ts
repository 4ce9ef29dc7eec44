// Recording by policy: a subroutine of the tenant that says what is to be said and begins the recording, once a call.
import { section } from './config-file.ts';
import type { ConfigSection } from './config-file.ts';
import { extensionLines, mustFit } from './dialplan-lines.ts';
import { isSound } from './sounds.ts';
import type { WantedSubscriber } from './wanted.ts';

const recordContext = (code: string): string => `${code}-record`;

/** `announcement`: a sound that the caller hears first; ''. Nobody's text but a sound's name is in it. @throws ValueRefused */
export const recordStep = (code: string, announcement: string): string => {
  mustFit(announcement === '' || isSound(announcement), 'recordingAnnouncement');
  return `Gosub(${recordContext(code)},s,1(${announcement}))`;
};

/** For a call to a line: recorded where the line that calls has its calls inside recorded. */
export const recordInsideStep = (code: string): string => `Gosub(${recordContext(code)},inside,1())`;

/** For a call to a line whose own calls inside are recorded, whoever calls; `RINGSIDE_NUMBER`: it came from outside. */
export const recordFromInsideStep = (code: string): string =>
  `GosubIf($["\${RINGSIDE_NUMBER}" = ""]?${recordContext(code)},s,1())`;

/** Lines whose calls with others of their customer are recorded. */
export const recordsInside = ({ recording }: Pick<WantedSubscriber, 'recording'>): boolean =>
  recording === 'local' || recording === 'all';

/** For a call on its way out: nobody is there yet who could be told. */
export const recordOutStep = (code: string): string =>
  `GosubIf($["\${RINGSIDE_RECORD}" = "1"]?${recordContext(code)},s,1())`;

/**
 * Below the folder that the PBX records into, by customer and day; the call's record bears the name. `inside`: endpoints of the
 * lines whose calls inside are recorded.
 */
export const recordSection = (code: string, inside: readonly string[]): ConfigSection =>
  section(recordContext(code), [
    ...extensionLines('s', [
      'ExecIf($["${RINGSIDE_RECORDED}" = "1"]?Return())',
      'Set(__RINGSIDE_RECORDED=1)',
      'GotoIf($["${ARG1}" = ""]?begin)',
      'Answer()',
      'Playback(${ARG1})',
      `(begin)Set(RINGSIDE_FILE=${code}/\${STRFTIME(\${EPOCH},UTC,%Y/%m/%d)}/\${UNIQUEID}.wav)`,
      'Set(CDR(recordingfile)=${RINGSIDE_FILE})',
      // Only what is said between two, not the ringing before.
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
