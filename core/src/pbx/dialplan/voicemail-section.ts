// Renders a tenant's voicemail boxes: a context of voicemail.conf with one line per box.
import { line, section } from '../../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../../asterisk/config-file.ts';
import { extensionLines, mustFit } from './dialplan-lines.ts';
import { isSound } from '../sounds.ts';
import type { WantedSubscriber } from '../wanted.ts';

const PIN = /^[0-9]{4,12}$/;
/** Excludes commas, bars and semicolons (file syntax) and backquotes (shell syntax). */
const EMAIL = /^[A-Za-z0-9.!#$%&*+/=?^_{}~-]{1,64}@[A-Za-z0-9.-]{1,260}$/;

/**
 * Returns the line of a phone with a voicemail box, or none.
 * @throws ValueRefused naming the invalid field
 */
export const boxLine = (phone: WantedSubscriber): readonly ConfigLine[] => {
  const { voicemail } = phone;
  if (voicemail === undefined) return [];
  mustFit(PIN.test(voicemail.pin), 'voicemailPin');
  mustFit(voicemail.email === '' || EMAIL.test(voicemail.email), 'voicemailEmail');
  const sounds = {
    Greeting: voicemail.greeting,
    BusyGreeting: voicemail.busyGreeting,
    NameGreeting: voicemail.nameGreeting,
  };
  for (const [field, sound = ''] of Object.entries(sounds))
    mustFit(sound === '' || isSound(sound), `voicemail${field}`);
  const mail = voicemail.email === '' ? '' : `${voicemail.email},,attach=${voicemail.attach ? 'yes' : 'no'}`;
  return [line(phone.extension, `${voicemail.pin},${phone.displayName}${mail === '' ? '' : `,${mail}`}`, true)];
};

/** The context name in voicemail.conf is the tenant's code. */
export const boxesSection = (code: string, lines: readonly ConfigLine[]): ConfigSection => section(code, lines);

/** Code to listen to the phone's own messages. The channel identifies the box, and the PIN is asked. */
export const ownBoxLines = (code: string, dialled: string): readonly ConfigLine[] =>
  extensionLines(dialled, [
    'GotoIf($["${CHANNEL(channeltype)}" != "PJSIP"]?away)',
    'Answer()',
    `VoiceMailMain(\${CHANNEL(endpoint):${code.length + 1}}@${code})`,
    '(away)Hangup()',
  ]);
