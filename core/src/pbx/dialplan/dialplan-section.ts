// Renders the context of a tenant: its extensions and queues, isolated from other tenants. Only digits, validated names and integers reach
// the dialplan, never free text.
import { line, section, ValueRefused } from '../../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../../asterisk/config-file.ts';
import { boxPlace, linePlace, queuePlace } from './flow-destination.ts';
import { outsideContext, placesContext } from './flow-names.ts';
import { contextName, endpointName, EXTENSION } from '../phone-sections.ts';
import { markStep } from './mark-sections.ts';
import { recordFromInsideStep, recordInsideStep, recordStep } from './record-steps.ts';
import { CALLEE, CALLER, callerFeatures } from './transfer-options.ts';
import type { WantedForwarding, WantedQueue, WantedSubscriber } from '../wanted.ts';

/** Maximum number of consecutive forwardings, because two phones may forward to each other. */
const MOST_HOPS = 5;

/** Returns the lines of one extension. `n` follows the previous line. */
const extension = (number: string, steps: readonly string[]): readonly ConfigLine[] =>
  steps.map((step, i) => line('exten', `${number},${i === 0 ? '1' : 'n'},${step}`, true));

const OUTSIDE = /^\+[1-9][0-9]{6,14}$/;

/** Properties of a tenant that change how its lines ring. */
interface LinesOf {
  /** Whether the tenant has a route for outside calls. */
  readonly outside: boolean;
  /** Whether a line of the tenant records internal calls. */
  readonly inside: boolean;
  /** Numbers that are dialed unchanged through a route. */
  readonly short: ReadonlySet<string>;
}

/** Without a route for outside calls, an outside number is not a forwarding target. */
const target = (code: string, { outside, short }: LinesOf, field: string, to: string | null): string | null => {
  if (to !== null && OUTSIDE.test(to)) return outside ? `${outsideContext(code)},${to.slice(1)}` : null;
  if (to !== null && !EXTENSION.test(to)) throw new ValueRefused(field, 'shape');
  return to !== null && short.has(to) ? linePlace(code, to, short) : to;
};

/** Tells whether any forwarding leads outside. */
const leadsOutside = ({ always, busy, noAnswer, unregistered }: WantedForwarding): boolean =>
  [always, busy, noAnswer, unregistered].some((to) => to !== null && OUTSIDE.test(to));

/** `inside`: a line of the tenant records internal calls. */
const recordSteps = (code: string, { recording }: WantedSubscriber, inside: boolean): readonly string[] => {
  if (recording === 'inbound' || recording === 'all') return [recordStep(code, '')];
  return [...(recording === 'local' ? [recordFromInsideStep(code)] : []), ...(inside ? [recordInsideStep(code)] : [])];
};

const phoneSteps = (code: string, phone: WantedSubscriber, tenant: LinesOf): readonly string[] => {
  const { outside, inside } = tenant;
  const name = endpointName(code, phone.extension);
  if (!Number.isInteger(phone.ringSeconds) || phone.ringSeconds < 5 || phone.ringSeconds > 120) {
    throw new ValueRefused('ringSeconds', 'shape');
  }
  const box = phone.voicemail === undefined ? null : `${placesContext(code)},${boxPlace(phone.extension)}`;
  const { forwarding } = phone;
  const always = target(code, tenant, 'forwarding.always', forwarding.always);
  const busy = target(code, tenant, 'forwarding.busy', forwarding.busy) ?? box;
  const begin = [
    'Set(__RINGSIDE_HOPS=$[0${RINGSIDE_HOPS} + 1])',
    `ExecIf($[\${RINGSIDE_HOPS} > ${MOST_HOPS}]?Hangup(25))`,
    // Calls that this line forwards to the outside use the rights of this line, regardless of the caller.
    ...(outside && leadsOutside(forwarding)
      ? [
          'Set(BLINDTRANSFER=)',
          `Set(RINGSIDE_SENDER=${name})`,
          `Set(RINGSIDE_SHOWS=${forwarding.showsCaller === true ? 'caller' : 'line'})`,
        ]
      : []),
  ];
  if (phone.barring === 'inbound' || phone.barring === 'all') return [...begin, 'Hangup(21)'];
  if (always !== null) return [...begin, `Goto(${always},1)`];
  if (phone.dnd) return [...begin, busy === null ? 'Hangup(17)' : `Goto(${busy},1)`];
  // Not PJSIP_DIAL_CONTACTS, because it inserts a registered contact, with commas and ampersands, into Dial's arguments.
  const after: readonly (readonly [string, string | null])[] = [
    ['BUSY', busy],
    ['NOANSWER', target(code, tenant, 'forwarding.noAnswer', forwarding.noAnswer) ?? box],
    ['CHANUNAVAIL', target(code, tenant, 'forwarding.unregistered', forwarding.unregistered) ?? box],
  ];
  const onward = after.flatMap(([status, to]) =>
    to === null ? [] : [`GotoIf($["\${DIALSTATUS}" = "${status}"]?${to},1)`],
  );
  const isBusy = `"\${DEVICE_STATE(PJSIP/${name})}" = "BUSY"`;
  return [
    ...begin,
    // Dial rings a phone regardless of its current calls, so the limit is enforced here.
    busy === null ? `ExecIf($[${isBusy}]?Hangup(17))` : `GotoIf($[${isBusy}]?${busy},1)`,
    ...recordSteps(code, phone, inside),
    callerFeatures,
    `Dial(PJSIP/${name},${phone.ringSeconds},${CALLEE}${CALLER})`,
    ...onward,
    'Hangup()',
  ];
};

interface PhoneDialplan {
  /** Lines of the tenant's own context. */
  readonly own: readonly ConfigLine[];
  /** Lines of `<code>-places`, for a line whose extension is also a number that is dialed unchanged through a route. */
  readonly places: readonly ConfigLine[];
}

/**
 * Returns the dialplan of a phone.
 * @throws ValueRefused
 */
export const phoneDialplan = (code: string, phone: WantedSubscriber, tenant: LinesOf): PhoneDialplan => {
  const steps = phoneSteps(code, phone, tenant);
  if (tenant.short.has(phone.extension)) return { own: [], places: extension(`x${phone.extension}`, steps) };
  const hint = line('exten', `${phone.extension},hint,PJSIP/${endpointName(code, phone.extension)}`, true);
  return { own: [hint, ...extension(phone.extension, steps)], places: [] };
};

/**
 * Returns the dialplan of a queue's extension.
 * @throws ValueRefused
 */
export const queueDialplan = (code: string, queue: WantedQueue): readonly ConfigLine[] => {
  if (queue.extension === null) return [];
  if (!EXTENSION.test(queue.extension)) throw new ValueRefused('extension', 'shape');
  return extension(queue.extension, [
    markStep(`to:${queue.extension}`),
    `Goto(${placesContext(code)},${queuePlace(queue.id)},1)`,
  ]);
};

export const tenantContext = (code: string, lines: readonly ConfigLine[]): ConfigSection =>
  section(contextName(code), lines);
