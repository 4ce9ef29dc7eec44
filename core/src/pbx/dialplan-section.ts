// The one context of a tenant: its extensions and queues, and no way out of it. What reaches the dialplan is digits, names
// that were checked, and whole numbers; nothing that a person typed freely.
import { line, section, ValueRefused } from './config-file.ts';
import type { ConfigLine, ConfigSection } from './config-file.ts';
import { boxPlace, queuePlace } from './flow-destination.ts';
import { outsideContext, placesContext } from './flow-names.ts';
import { contextName, endpointName, EXTENSION } from './phone-sections.ts';
import { recordFromInsideStep, recordInsideStep, recordStep } from './record-steps.ts';
import type { WantedForwarding, WantedQueue, WantedSubscriber } from './wanted.ts';

/** Forwardings in a row before a call is given up: two phones may well point at each other. */
const MOST_HOPS = 5;

/** Lines of one extension; `n` follows the line before. */
const extension = (number: string, steps: readonly string[]): readonly ConfigLine[] =>
  steps.map((step, i) => line('exten', `${number},${i === 0 ? '1' : 'n'},${step}`, true));

const OUTSIDE = /^\+[1-9][0-9]{6,14}$/;

/** Where the tenant has no way out, a number outside is no forwarding. */
const target = (code: string, outside: boolean, field: string, to: string | null): string | null => {
  if (to !== null && OUTSIDE.test(to)) return outside ? `${outsideContext(code)},${to.slice(1)}` : null;
  if (to !== null && !EXTENSION.test(to)) throw new ValueRefused(field, 'shape');
  return to;
};

/** Whether anything of it leads outside. */
export const leadsOutside = ({ always, busy, noAnswer, unregistered }: WantedForwarding): boolean =>
  [always, busy, noAnswer, unregistered].some((to) => to !== null && OUTSIDE.test(to));

/** `inside`: some line of the tenant has its calls to others of it recorded. */
const recordSteps = (code: string, { recording }: WantedSubscriber, inside: boolean): readonly string[] => {
  if (recording === 'inbound' || recording === 'all') return [recordStep(code, '')];
  return [...(recording === 'local' ? [recordFromInsideStep(code)] : []), ...(inside ? [recordInsideStep(code)] : [])];
};

const phoneSteps = (code: string, phone: WantedSubscriber, outside: boolean, inside: boolean): readonly string[] => {
  const name = endpointName(code, phone.extension);
  if (!Number.isInteger(phone.ringSeconds) || phone.ringSeconds < 5 || phone.ringSeconds > 120) {
    throw new ValueRefused('ringSeconds', 'shape');
  }
  const box = phone.voicemail === undefined ? null : `${placesContext(code)},${boxPlace(phone.extension)}`;
  const { forwarding } = phone;
  const always = target(code, outside, 'forwarding.always', forwarding.always);
  const busy = target(code, outside, 'forwarding.busy', forwarding.busy) ?? box;
  const begin = [
    'Set(__RINGSIDE_HOPS=$[0${RINGSIDE_HOPS} + 1])',
    `ExecIf($[\${RINGSIDE_HOPS} > ${MOST_HOPS}]?Hangup(25))`,
    // Whoever calls: what goes out from here goes by this line's leave.
    ...(outside && leadsOutside(forwarding)
      ? [`Set(RINGSIDE_SENDER=${name})`, `Set(RINGSIDE_SHOWS=${forwarding.showsCaller === true ? 'caller' : 'line'})`]
      : []),
  ];
  if (phone.barring === 'inbound' || phone.barring === 'all') return [...begin, 'Hangup(21)'];
  if (always !== null) return [...begin, `Goto(${always},1)`];
  if (phone.dnd) return [...begin, busy === null ? 'Hangup(17)' : `Goto(${busy},1)`];
  // Not PJSIP_DIAL_CONTACTS, which puts what a phone registered, commas and ampersands too, among Dial's own arguments.
  const after: readonly (readonly [string, string | null])[] = [
    ['BUSY', busy],
    ['NOANSWER', target(code, outside, 'forwarding.noAnswer', forwarding.noAnswer) ?? box],
    ['CHANUNAVAIL', target(code, outside, 'forwarding.unregistered', forwarding.unregistered) ?? box],
  ];
  const onward = after.flatMap(([status, to]) =>
    to === null ? [] : [`GotoIf($["\${DIALSTATUS}" = "${status}"]?${to},1)`],
  );
  const isBusy = `"\${DEVICE_STATE(PJSIP/${name})}" = "BUSY"`;
  return [
    ...begin,
    // Dial rings a phone however many calls it has: the limit is kept here.
    busy === null ? `ExecIf($[${isBusy}]?Hangup(17))` : `GotoIf($[${isBusy}]?${busy},1)`,
    ...recordSteps(code, phone, inside),
    `Dial(PJSIP/${name},${phone.ringSeconds})`,
    ...onward,
    'Hangup()',
  ];
};

/**
 * `outside`: whether the tenant has a way out; `inside`: whether a line of it has its calls to others of it recorded.
 * @throws ValueRefused
 */
export const phoneDialplan = (
  code: string,
  phone: WantedSubscriber,
  { outside, inside }: { readonly outside: boolean; readonly inside: boolean },
): readonly ConfigLine[] => [
  line('exten', `${phone.extension},hint,PJSIP/${endpointName(code, phone.extension)}`, true),
  ...extension(phone.extension, phoneSteps(code, phone, outside, inside)),
];

/** @throws ValueRefused */
export const queueDialplan = (code: string, queue: WantedQueue): readonly ConfigLine[] => {
  if (queue.extension === null) return [];
  if (!EXTENSION.test(queue.extension)) throw new ValueRefused('extension', 'shape');
  return extension(queue.extension, [`Goto(${placesContext(code)},${queuePlace(queue.id)},1)`]);
};

export const tenantContext = (code: string, lines: readonly ConfigLine[]): ConfigSection =>
  section(contextName(code), lines);
