// A queue and its static members as a section of queues.conf.
import { line, section, ValueRefused } from './config-file.ts';
import type { ConfigSection } from './config-file.ts';
import { endpointName } from './phone-sections.ts';
import { STRATEGIES } from './wanted.ts';
import type { WantedQueue, WantedSubscriber } from './wanted.ts';

const QUEUE = /^(?!general$)[A-Za-z0-9_.-]{1,80}$/;

const whole = (field: string, value: number, to: number): number => {
  if (!Number.isInteger(value) || value < 0 || value > to) throw new ValueRefused(field, 'shape');
  return value;
};

/**
 * Members whose subscriber is not among `phones` (the tenant's, as rendered) are left out: a phone that the PBX does not
 * have would only be an invalid member.
 * @throws ValueRefused
 */
export const queueSection = (
  code: string,
  queue: WantedQueue,
  phones: ReadonlyMap<string, WantedSubscriber>,
): ConfigSection => {
  if (!QUEUE.test(queue.name)) throw new ValueRefused('name', 'shape');
  if (!STRATEGIES.includes(queue.strategy)) throw new ValueRefused('strategy', 'shape');
  const members = queue.members.flatMap(({ extension, penalty }) => {
    const phone = phones.get(extension);
    if (phone === undefined) return [];
    const name = endpointName(code, extension);
    return [line('member', `PJSIP/${name},${whole('penalty', penalty, 1000)},${phone.displayName}`, true)];
  });
  return section(queue.name, [
    line('strategy', queue.strategy),
    line('timeout', whole('ringSeconds', queue.ringSeconds, 300)),
    line('retry', whole('retrySeconds', queue.retrySeconds, 60)),
    line('wrapuptime', whole('wrapupSeconds', queue.wrapupSeconds, 3600)),
    line('maxlen', whole('maxCallers', queue.maxCallers, 9999)),
    line('weight', whole('weight', queue.weight, 100)),
    line('servicelevel', whole('serviceLevelSeconds', queue.serviceLevelSeconds, 3600)),
    line('ringinuse', queue.ringInUse ? 'yes' : 'no'),
    line('autofill', 'yes'),
    line('joinempty', 'paused,unavailable,invalid,unknown'),
    line('setinterfacevar', 'yes'),
    line('setqueuevar', 'yes'),
    line('setqueueentryvar', 'yes'),
    ...members,
  ]);
};
