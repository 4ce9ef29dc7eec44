// Recording by policy: a subroutine of the tenant that says what is to be said and begins the recording, once a call.
import { section } from './config-file.ts';
import type { ConfigSection } from './config-file.ts';
import { extensionLines, mustFit } from './dialplan-lines.ts';
import { isSound } from './sounds.ts';

const recordContext = (code: string): string => `${code}-record`;

/** `announcement`: a sound that the caller hears first; ''. Nobody's text but a sound's name is in it. @throws ValueRefused */
export const recordStep = (code: string, announcement: string): string => {
  mustFit(announcement === '' || isSound(announcement), 'recordingAnnouncement');
  return `Gosub(${recordContext(code)},s,1(${announcement}))`;
};

/** For a call on its way out: nobody is there yet who could be told. */
export const recordOutStep = (code: string): string =>
  `GosubIf($["\${RINGSIDE_RECORD}" = "1"]?${recordContext(code)},s,1())`;

/** Below the folder that the PBX records into, by customer and day; the call's record bears the name. */
export const recordSection = (code: string): ConfigSection =>
  section(
    recordContext(code),
    extensionLines('s', [
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
  );
