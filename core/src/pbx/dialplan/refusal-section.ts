// Announces a rejected call before the answer, so that it costs nothing.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { extensionLines } from './dialplan-lines.ts';

const REFUSAL = 'ringside-refusal';

export const refuseStep = `Goto(${REFUSAL},s,1)`;

/** One of Asterisk's core sounds. Without it, the caller gets only the congestion tone. */
const ANNOUNCEMENT = 'cannot-complete-as-dialed';

export const refusalSection: ConfigSection = section(
  REFUSAL,
  extensionLines('s', [
    'Progress()',
    `Playback(${ANNOUNCEMENT},noanswer)`,
    'Playtones(congestion)',
    'Wait(2)',
    // Call rejected.
    'Hangup(21)',
  ]),
);
