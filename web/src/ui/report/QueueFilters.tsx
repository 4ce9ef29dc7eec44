import type { QueueReport } from '@ringside/core/contract/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { FilterSelect } from './FilterSelect.tsx';

type Choices = QueueReport['choices'];

interface Props {
  readonly callcenter: string | undefined;
  readonly queue: string | undefined;
  readonly choices: Choices;
  readonly onChange: (change: { callcenter?: string | undefined; queue?: string | undefined }) => void;
}

/** Queues under the names of their call centers; with a chosen one its own. A name on two servers is one choice. */
const queueOptions = (choices: Choices, callcenter: string | undefined) => {
  const shown = choices.filter((c) => callcenter === undefined || c.callcenterId === callcenter);
  const groups = new Map<string, { value: string; label: string }[]>();
  const seen = new Set<string>();
  for (const { queue, label, callcenterName } of shown) {
    if (seen.has(queue)) continue;
    seen.add(queue);
    groups.set(callcenterName, [...(groups.get(callcenterName) ?? []), { value: queue, label }]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
};

const callcenterOptions = (choices: Choices) => {
  const several = new Set(choices.map((c) => c.customerName)).size > 1;
  const names = new Map(
    choices.map((c) => [c.callcenterId, several ? `${c.customerName} · ${c.callcenterName}` : c.callcenterName]),
  );
  return [...names].map(([value, label]) => ({ value, label }));
};

/** The call center and the queue that a report is narrowed to. */
export function QueueFilters({ callcenter, queue, choices, onChange }: Props) {
  const { t } = useTranslation('report');
  const callcenters = callcenterOptions(choices);
  const options = queueOptions(choices, callcenter);
  const known = queue === undefined || choices.some((c) => c.queue === queue);
  return (
    <>
      {callcenters.length > 1 ? (
        <FilterSelect
          label={t('callcenter')}
          width={200}
          searchable
          data={callcenters}
          value={callcenter}
          onChange={(value) => onChange({ callcenter: value, queue: undefined })}
        />
      ) : null}
      <FilterSelect
        label={t('queue')}
        width={190}
        searchable
        data={known ? options : [...options, queue]}
        value={queue}
        onChange={(value) => onChange({ queue: value })}
      />
    </>
  );
}
