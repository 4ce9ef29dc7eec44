// Renders a trunk as PJSIP objects, as context of its inbound calls, and as dialplan extension for outbound calls.
import { TRUNK_CALLER_IDS, TRUNK_FORMATS, TRUNK_MODES, TRUNK_TRANSPORTS } from '../../routing/call-flow.ts';
import { CODECS } from '../options/codecs.ts';
import { line, section } from '../../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../../asterisk/config-file.ts';
import { creditLegStep } from './credit-section.ts';
import { DIGITS, extensionLines, mustFit, wholeWithin } from './dialplan-lines.ts';
import {
  ANSWERED,
  beforePlace,
  emergencyPlace,
  NUMBERS,
  TRUNKS,
  trunkContext,
  trunkEndpoint,
  trunkPlace,
} from './flow-names.ts';
import { TRUNK_CHANNEL, trunkDialOptions } from './mark-sections.ts';
import { CALLER, callerFeatures } from './transfer-options.ts';
import { causeStep, silentStep, tellStep, WATCH, watchSteps } from './watch-section.ts';
import type { WantedTrunk } from '../wanted-flow.ts';

interface TrunkSections {
  /** Includes identification and registration under separate names, because a file may contain a section name only once. */
  readonly endpoints: readonly ConfigSection[];
  readonly auth: ConfigSection | null;
  readonly aor: ConfigSection;
  readonly incoming: ConfigSection;
  /** Lines of the context `ringside-trunks`. */
  readonly outgoing: readonly ConfigLine[];
}

const CODE = /^[a-z][a-z0-9-]{1,30}$/;
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,180}[A-Za-z0-9])?$/;
const USERNAME = /^[A-Za-z0-9._+-]{1,64}$/;
/** Visible ASCII without characters that have a meaning in a configuration file or a URI. */
const SECRET = /^[!-:<=?-[\]-~]{1,64}$/;
const NETWORK = /^[0-9a-fA-F.:]{2,39}\/[0-9]{1,3}$/;
const NUMBER = /^\+?[0-9]{2,15}$/;

const check = (trunk: WantedTrunk): void => {
  mustFit(CODE.test(trunk.code), 'code');
  mustFit(HOST.test(trunk.host), 'host');
  mustFit(TRUNK_MODES.includes(trunk.mode), 'mode');
  mustFit(TRUNK_TRANSPORTS.includes(trunk.transport), 'transport');
  mustFit(TRUNK_FORMATS.includes(trunk.format), 'format');
  mustFit(TRUNK_CALLER_IDS.includes(trunk.callerId), 'callerId');
  mustFit(trunk.codecs.length > 0 && trunk.codecs.every((codec) => CODECS.includes(codec)), 'codecs');
  mustFit(trunk.techPrefix === '' || /^[0-9]{1,10}$/.test(trunk.techPrefix), 'techPrefix');
  mustFit(trunk.callerIdNumber === '' || NUMBER.test(trunk.callerIdNumber), 'callerIdNumber');
  mustFit(trunk.username === '' ? trunk.mode === 'address' : USERNAME.test(trunk.username), 'username');
  mustFit(trunk.username === '' ? trunk.secret === '' : SECRET.test(trunk.secret), 'secret');
  for (const address of trunk.addresses) mustFit(NETWORK.test(address), 'addresses');
};

const uri = (trunk: WantedTrunk, user: string): string =>
  `sip:${user === '' ? '' : `${user}@`}${trunk.host}:${wholeWithin('port', trunk.port, 1, 65_535)}` +
  (trunk.transport === 'udp' ? '' : `;transport=${trunk.transport}`);

const endpoint = (trunk: WantedTrunk, name: string): ConfigSection =>
  section(name, [
    line('type', 'endpoint'),
    line('context', trunkContext(trunk.id)),
    line('aors', name),
    ...(trunk.username === '' ? [] : [line('outbound_auth', name)]),
    line('disallow', 'all'),
    line('allow', [...new Set(trunk.codecs)].join(',')),
    line('direct_media', 'no'),
    line('rtp_symmetric', 'yes'),
    line('trust_id_inbound', 'yes'),
    line('send_pai', 'yes'),
    line('send_connected_line', 'no'),
  ]);

const registration = (trunk: WantedTrunk, name: string): ConfigSection =>
  section(`${name}.registration`, [
    line('type', 'registration'),
    line('outbound_auth', name),
    line('server_uri', uri(trunk, '')),
    line('client_uri', uri(trunk, trunk.username)),
    line('contact_user', trunk.username),
    line('endpoint', name),
    line('line', 'yes'),
    line('retry_interval', 60),
    line('forbidden_retry_interval', 300),
    line('expiration', 600),
  ]);

/** Converts numbers as the carrier writes them to digits with country code. Removes all other characters. */
const incoming = (trunk: WantedTrunk): ConfigSection => {
  const to = (prefix: string, skipped: number): readonly string[] => [
    TRUNK_CHANNEL,
    `Set(RINGSIDE_CALLED=${prefix}\${FILTER(0-9,\${EXTEN:${skipped}})})`,
    `GotoIf($[\${DIALPLAN_EXISTS(${NUMBERS},\${RINGSIDE_CALLED},1)} = 1]?${NUMBERS},\${RINGSIDE_CALLED},1)`,
    'Hangup(1)',
  ];
  const { dialling } = trunk;
  const home =
    dialling === null || !DIGITS.test(dialling.national)
      ? []
      : extensionLines(`_${dialling.national}ZXXXX!`, to(dialling.callingCode, dialling.national.length));
  const national = dialling !== null && dialling.callingCode === dialling.national ? [] : home;
  return section(trunkContext(trunk.id), [
    ...extensionLines('_+X!', to('', 1)),
    ...extensionLines('_00X!', to('', 2)),
    ...national,
    ...extensionLines('_X!', to('', 0)),
  ]);
};

const FORMATTED: Readonly<Record<WantedTrunk['format'], string>> = { e164: '+', digits: '', international: '00' };

/** `i`: kept for the following INVITE, without a separate update. */
const show = (part: 'num' | 'name' | 'pres', value: string): string => `Set(CONNECTEDLINE(${part},i)=${value})`;

const shownNumber = (trunk: WantedTrunk): readonly string[] => {
  switch (trunk.callerId) {
    case 'hidden':
      return [show('pres', 'prohib')];
    case 'trunk':
      return trunk.callerIdNumber === '' ? [] : [show('num', trunk.callerIdNumber)];
    case 'line':
      return [show('num', `\${IF($["\${RINGSIDE_SHOWN}" = ""]?${trunk.callerIdNumber}:\${RINGSIDE_SHOWN})}`)];
  }
};

/**
 * Runs on the trunk's new channel before it dials. The caller's own channel keeps its caller ID for CDR and live view. The group counts the
 * trunk's channels while they are up, also after a transfer.
 */
const beforeDialling = (trunk: WantedTrunk): readonly ConfigLine[] =>
  extensionLines(beforePlace(trunk.id), [
    // The channel that watches the carrier does not belong to the trunk.
    'ExecIf($["${CHANNEL(channeltype)}" != "PJSIP"]?Return())',
    tellStep,
    ...shownNumber(trunk),
    `ExecIf($["\${RINGSIDE_HIDDEN}" = "1"]?${show('pres', 'prohib')})`,
    show('name', ''),
    'Set(CHANNEL(accountcode)=${RINGSIDE_TENANT})',
    `Set(GROUP(ringside)=${trunkPlace(trunk.id)})`,
    TRUNK_CHANNEL,
    creditLegStep,
    'Return()',
  ]);

/** Another trunk may carry the call. Without one the caller waits. */
const OTHERS_FOLLOW = '$["${ARG3}" = "1"]';

/**
 * `ARG1`: E.164 digits. `ARG2`: not empty for a number that is dialed unchanged. `ARG3`: 1 when another trunk follows. Sets `RINGSIDE_NEXT`
 * to 1 when the next trunk may be tried.
 */
const outgoing = (trunk: WantedTrunk): readonly ConfigLine[] => {
  const most = wholeWithin('maxCalls', trunk.maxCalls, 0, 10_000);
  const place = trunkPlace(trunk.id);
  const before = `${trunk.techPrefix}${FORMATTED[trunk.format]}`;
  const written = before === '' ? '${ARG1}' : `\${IF($["\${ARG2}" = ""]?${before}:)}\${ARG1}`;
  return extensionLines(place, [
    'Set(RINGSIDE_NEXT=1)',
    ...(most === 0 ? [] : [`ExecIf($[\${GROUP_COUNT(${place}@ringside)} >= ${most}]?Return())`]),
    callerFeatures,
    ...watchSteps(OTHERS_FOLLOW),
    `Dial(PJSIP/${written}@${trunkEndpoint(trunk.code)}${WATCH},90,${trunkDialOptions(beforePlace(trunk.id))}${CALLER})`,
    'ExecIf($["${DIALSTATUS}" != "CHANUNAVAIL" & "${DIALSTATUS}" != "CONGESTION"]?Set(RINGSIDE_NEXT=0))',
    silentStep,
    causeStep,
    'Return()',
  ]);
};

/**
 * The number is dialed unchanged. The trunk's call limit does not apply, and the caller ID is never withheld. As for other calls, the trunk
 * channel shows it, and the caller's own channel and CDR keep theirs.
 */
const emergencyOutgoing = (trunk: WantedTrunk): readonly ConfigLine[] => {
  const own = trunk.callerIdNumber;
  const shown =
    trunk.callerId === 'trunk' && own !== '' ? own : `\${IF($["\${RINGSIDE_SHOWN}" = ""]?${own}:\${RINGSIDE_SHOWN})}`;
  const before = `b${emergencyPlace(trunk.id)}`;
  return [
    ...extensionLines(emergencyPlace(trunk.id), [
      'Set(RINGSIDE_NEXT=1)',
      ...watchSteps(OTHERS_FOLLOW),
      `Set(__RINGSIDE_CALLER=${shown})`,
      'ExecIf($["${RINGSIDE_EMERGENCY}" != ""]?Set(__RINGSIDE_CALLER=${RINGSIDE_EMERGENCY}))',
      `Dial(PJSIP/\${ARG1}@${trunkEndpoint(trunk.code)}${WATCH},120,b(${TRUNKS}^${before}^1)U(${ANSWERED}^\${ARG1}))`,
      'ExecIf($["${DIALSTATUS}" = "ANSWER" | "${DIALSTATUS}" = "CANCEL"]?Set(RINGSIDE_NEXT=0))',
      causeStep,
      'Return()',
    ]),
    ...extensionLines(before, [
      'ExecIf($["${CHANNEL(channeltype)}" != "PJSIP"]?Return())',
      tellStep,
      `ExecIf($["\${RINGSIDE_CALLER}" != ""]?${show('num', '${RINGSIDE_CALLER}')})`,
      show('pres', 'allowed'),
      show('name', ''),
      'Set(CHANNEL(accountcode)=${RINGSIDE_TENANT})',
      TRUNK_CHANNEL,
      'Return()',
    ]),
  ];
};

/**
 * Returns the sections of a trunk.
 * @throws ValueRefused naming the invalid field
 */
export const trunkSections = (trunk: WantedTrunk): TrunkSections => {
  check(trunk);
  const name = trunkEndpoint(trunk.code);
  const matches = trunk.addresses.length === 0 ? [trunk.host] : trunk.addresses;
  return {
    endpoints: [
      endpoint(trunk, name),
      section(`${name}.identify`, [
        line('type', 'identify'),
        line('endpoint', name),
        ...matches.map((match) => line('match', match)),
      ]),
      ...(trunk.mode === 'registration' ? [registration(trunk, name)] : []),
    ],
    auth:
      trunk.username === ''
        ? null
        : section(name, [
            line('type', 'auth'),
            line('auth_type', 'userpass'),
            line('username', trunk.username),
            line('password', trunk.secret),
          ]),
    aor: section(name, [
      line('type', 'aor'),
      line('contact', uri(trunk, '')),
      line('qualify_frequency', trunk.qualify ? 60 : 0),
    ]),
    incoming: incoming(trunk),
    outgoing: [...outgoing(trunk), ...beforeDialling(trunk), ...emergencyOutgoing(trunk)],
  };
};
