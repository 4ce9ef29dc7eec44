// The one context of a tenant: its extensions and queues, and no way out of it. What reaches the dialplan is digits, names
// that were checked, and whole numbers; nothing that a person typed freely.
import { line, section, ValueRefused } from './config-file.ts';
import type { ConfigLine, ConfigSection } from './config-file.ts';
import { contextName, endpointName, EXTENSION } from './phone-sections.ts';
import type { WantedQueue, WantedSubscriber } from './wanted.ts';

/** Forwardings in a row before a call is given up: two phones may well point at each other. */
const MOST_HOPS = 5;

/** Lines of one extension; `n` follows the line before. */
const extension = (number: string, steps: readonly string[]): readonly ConfigLine[] =>
  steps.map((step, i) => line('exten', `${number},${i === 0 ? '1' : 'n'},${step}`, true));

const target = (field: string, to: string | null): string | null => {
  if (to !== null && !EXTENSION.test(to)) throw new ValueRefused(field, 'shape');
  return to;
};

const phoneSteps = (code: string, phone: WantedSubscriber): readonly string[] => {
  const name = endpointName(code, phone.extension);
  if (!Number.isInteger(phone.ringSeconds) || phone.ringSeconds < 5 || phone.ringSeconds > 120) {
    throw new ValueRefused('ringSeconds', 'shape');
  }
  const always = target('forwarding.always', phone.forwarding.always);
  const busy = target('forwarding.busy', phone.forwarding.busy);
  const begin = [
    'Set(__RINGSIDE_HOPS=$[0${RINGSIDE_HOPS} + 1])',
    `ExecIf($[\${RINGSIDE_HOPS} > ${MOST_HOPS}]?Hangup(25))`,
  ];
  if (always !== null) return [...begin, `Goto(${always},1)`];
  if (phone.dnd) return [...begin, busy === null ? 'Hangup(17)' : `Goto(${busy},1)`];
  // Not PJSIP_DIAL_CONTACTS, which puts what a phone registered, commas and ampersands too, among Dial's own arguments.
  const after: readonly (readonly [string, string | null])[] = [
    ['BUSY', busy],
    ['NOANSWER', target('forwarding.noAnswer', phone.forwarding.noAnswer)],
    ['CHANUNAVAIL', target('forwarding.unregistered', phone.forwarding.unregistered)],
  ];
  const onward = after.flatMap(([status, to]) =>
    to === null ? [] : [`GotoIf($["\${DIALSTATUS}" = "${status}"]?${to},1)`],
  );
  return [...begin, `Dial(PJSIP/${name},${phone.ringSeconds})`, ...onward, 'Hangup()'];
};

/** @throws ValueRefused */
export const queueSteps = (queue: WantedQueue): readonly string[] => {
  if (!Number.isInteger(queue.maxWaitSeconds) || queue.maxWaitSeconds < 0 || queue.maxWaitSeconds > 86_400) {
    throw new ValueRefused('maxWaitSeconds', 'shape');
  }
  // A zero would be over at once: without a limit nothing is said.
  const most = queue.maxWaitSeconds === 0 ? '' : `,,,,${queue.maxWaitSeconds}`;
  return ['Answer()', `Queue(${queue.name}${most})`, 'Hangup()'];
};

/** @throws ValueRefused */
export const phoneDialplan = (code: string, phone: WantedSubscriber): readonly ConfigLine[] => [
  line('exten', `${phone.extension},hint,PJSIP/${endpointName(code, phone.extension)}`, true),
  ...extension(phone.extension, phoneSteps(code, phone)),
];

/** @throws ValueRefused */
export const queueDialplan = (queue: WantedQueue): readonly ConfigLine[] => {
  if (queue.extension === null) return [];
  if (!EXTENSION.test(queue.extension)) throw new ValueRefused('extension', 'shape');
  return extension(queue.extension, queueSteps(queue));
};

export const tenantContext = (code: string, lines: readonly ConfigLine[]): ConfigSection =>
  section(contextName(code), lines);
