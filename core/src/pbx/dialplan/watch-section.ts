// Gives up on a carrier that does not answer an INVITE. Asterisk waits 32 s (timer B of RFC 3261), which cannot be changed per endpoint. A
// Local channel next to the trunk channel polls for any SIP response, including 100 Trying, and ends the trunk channel if none arrives. It
// ends at the first response, usually after its first poll.
import { WATCH_CHANNEL, WATCH_CONTEXT } from '../../asterisk/dialplan-places.ts';
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { extensionLines } from './dialplan-lines.ts';

/** Number of polls, 0.2 s apart: 2.8 s, three INVITEs of RFC 3261. Even on a busy PBX server this stays below 4 s. */
const LOOKS = 14;

/** Runs before the Dial. `when`: a dialplan expression. */
export const watchSteps = (when: string): readonly string[] => [
  `Set(RINGSIDE_BESIDE=\${IF(${when}?&${WATCH_CHANNEL}/n)})`,
  'Set(__RINGSIDE_CALLING=${CHANNEL})',
  'Set(SHARED(RINGSIDE_SILENT)=)',
  'Set(SHARED(RINGSIDE_ENDED)=)',
];
/** Runs after the Dial. `RINGSIDE_ENDED`: cause of the trunk channel, because the watch channel may have ended later. */
export const causeStep =
  'Set(RINGSIDE_ENDED=${IF($["${SHARED(RINGSIDE_ENDED)}" = ""]?${HANGUPCAUSE}:${SHARED(RINGSIDE_ENDED)})})';
/** Without any response, another trunk may try. */
export const silentStep = 'ExecIf($["${SHARED(RINGSIDE_SILENT)}" = "1"]?Set(RINGSIDE_NEXT=1))';
/** Follows the trunk in Dial's targets. */
export const WATCH = '${RINGSIDE_BESIDE}';
/** Runs on the trunk channel before it dials and tells the watch channel which channel to watch. */
export const tellStep = `Gosub(${WATCH_CONTEXT},tell,1)`;
const TRIED = '${RINGSIDE_TRIED}';

export const watchSection = (): ConfigSection =>
  section(WATCH_CONTEXT, [
    ...extensionLines('tell', [
      'ExecIf($["${CHANNEL(channeltype)}" != "PJSIP"]?Return())',
      'Set(SHARED(RINGSIDE_TRIED,${RINGSIDE_CALLING})=${CHANNEL})',
      `Set(CHANNEL(hangup_handler_push)=${WATCH_CONTEXT},gone,1(\${RINGSIDE_CALLING}))`,
      'Return()',
    ]),
    ...extensionLines('gone', ['Set(SHARED(RINGSIDE_ENDED,${ARG1})=${HANGUPCAUSE})', 'Return()']),
    ...extensionLines('s', [
      'Set(CDR_PROP(disable)=1)',
      'Set(RINGSIDE_LOOKS=0)',
      '(look)Wait(0.2)',
      'Set(RINGSIDE_TRIED=${SHARED(RINGSIDE_TRIED,${RINGSIDE_CALLING})})',
      `GotoIf($["\${CHANNEL_EXISTS(${TRIED})}" != "1"]?done)`,
      `GotoIf($["\${IMPORT(${TRIED},HANGUPCAUSE(${TRIED},tech))}" != ""]?done)`,
      `GotoIf($["\${IMPORT(${TRIED},CHANNEL(state))}" != "Down"]?done)`,
      'Set(RINGSIDE_LOOKS=$[${RINGSIDE_LOOKS} + 1])',
      `GotoIf($[\${RINGSIDE_LOOKS} < ${LOOKS}]?look)`,
      'Set(SHARED(RINGSIDE_SILENT,${RINGSIDE_CALLING})=1)',
      `SoftHangup(${TRIED})`,
      // Dial counts it as congestion. The trunk channel's own cause decides.
      '(done)Hangup(34)',
    ]),
  ]);
