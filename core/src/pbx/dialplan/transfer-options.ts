// Enables transfers from the console. AMI's `Atxfer` needs the transfer flag of Dial or Queue and a feature code.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { extensionLines } from './dialplan-lines.ts';
import { PICKED_UP } from './flow-names.ts';

const FEATURES = 'ringside-features';

/** Phones have no key for these digits. Only AMI, which sends the code on the channel, starts a transfer. */
const CODE = 'DA';

/**
 * Sets the code for both parties before they are bridged. Blind transfer by `#` stays off, because `#` is used in the called party's menus.
 */
export const featuresSection = (): ConfigSection =>
  section(
    FEATURES,
    extensionLines('s', [
      `Set(FEATUREMAP(atxfer)=${CODE})`,
      'Set(FEATUREMAP(blindxfer)=)',
      // After the last digit. AMI sends the digits without a pause.
      'Set(FEATURE(transferdigittimeout)=1)',
      'Set(RINGSIDE_MAY=T)',
      'Return()',
    ]),
  );

/** Runs before a Dial whose caller may be a line. `RINGSIDE_NUMBER` is set for callers from outside. */
export const callerFeatures = `GosubIf($["\${RINGSIDE_NUMBER}" = ""]?${FEATURES},s,1)`;
/** Options of Queue: the called phone may transfer. */
export const MEMBER = `tb(${FEATURES}^s^1)`;
/** Options of Dial: the called phone may transfer, and its answer is noted. */
export const CALLEE = `${MEMBER}U(${PICKED_UP})`;
/** Options of Dial: the calling line may transfer, an outside caller may not. */
export const CALLER = '${RINGSIDE_MAY}';
