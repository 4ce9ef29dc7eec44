// The voicemail boxes of a tenant: a context of voicemail.conf, a line for each box.
import { line, section } from './config-file.ts';
import type { ConfigLine, ConfigSection } from './config-file.ts';
import { extensionLines, mustFit } from './dialplan-lines.ts';
import { isSound } from './sounds.ts';
import type { WantedSubscriber } from './wanted.ts';

const PIN = /^[0-9]{4,12}$/;
/** Commas, bars and semicolons are the file's own grammar, backquotes a shell's. */
const EMAIL = /^[A-Za-z0-9.!#$%&*+/=?^_{}~-]{1,64}@[A-Za-z0-9.-]{1,260}$/;

/** Those who have a box. @throws ValueRefused naming the field that Asterisk must not be given */
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

/** The context of voicemail.conf bears the tenant's code. */
export const boxesSection = (code: string, lines: readonly ConfigLine[]): ConfigSection => section(code, lines);

/** What a phone dials for its own messages: whose they are is the channel's to say, and the PIN is asked. */
export const ownBoxLines = (code: string, dialled: string): readonly ConfigLine[] =>
  extensionLines(dialled, [
    'GotoIf($["${CHANNEL(channeltype)}" != "PJSIP"]?away)',
    'Answer()',
    `VoiceMailMain(\${CHANNEL(endpoint):${code.length + 1}}@${code})`,
    '(away)Hangup()',
  ]);
