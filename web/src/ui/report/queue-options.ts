import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';

type Choices = QueueReport['choices'];

/** Separator of customer and queue in an option's value. Queue names cannot contain it. */
const MARK = '\n';

/** Returns the names or labels that queues of several customers share. */
const shared = (choices: Choices, of: 'queue' | 'label'): ReadonlySet<string> => {
  const first = new Map<string, string>();
  const several = new Set<string>();
  for (const { [of]: name, customerId } of choices) {
    const owner = first.get(name) ?? customerId;
    if (owner !== customerId) several.add(name);
    first.set(name, owner);
  }
  return several;
};

/** Returns the option value of a queue. The same name on two servers of one customer is one option; of two customers it is two. */
export const queueValue = (choices: Choices, queue: string, customerId: string | undefined): string =>
  customerId === undefined || !shared(choices, 'queue').has(queue) ? queue : `${customerId}${MARK}${queue}`;

export const readQueueValue = (
  value: string | undefined,
): { readonly queue: string | undefined; readonly customer: string | undefined } => {
  const at = value?.indexOf(MARK) ?? -1;
  if (value === undefined || at < 0) return { queue: value, customer: undefined };
  return { queue: value.slice(at + 1), customer: value.slice(0, at) };
};

/** Groups the queues by call center, optionally of a single one. Adds the customer's name to labels that are not unique. */
export const queueOptions = (choices: Choices, callcenter: string | undefined) => {
  const shown = choices.filter((c) => callcenter === undefined || c.callcenterId === callcenter);
  const names = shared(choices, 'queue');
  const labels = shared(shown, 'label');
  const groups = new Map<string, { value: string; label: string }[]>();
  const seen = new Set<string>();
  const several = new Set(shown.map((c) => c.customerName)).size > 1;
  for (const { queue, label, callcenterName, customerId, customerName } of shown) {
    const value = names.has(queue) ? `${customerId}${MARK}${queue}` : queue;
    if (seen.has(value)) continue;
    seen.add(value);
    const group = several ? `${customerName} · ${callcenterName}` : callcenterName;
    const item = { value, label: labels.has(label) ? `${label} · ${customerName}` : label };
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
};
