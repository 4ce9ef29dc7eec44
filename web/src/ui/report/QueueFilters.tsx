import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { FilterSelect } from './FilterSelect.tsx';
import { queueOptions, queueValue, readQueueValue } from './queue-options.ts';

type Choices = QueueReport['choices'];

interface Props {
  readonly callcenter?: string | undefined;
  readonly queue?: string | undefined;
  /** Customer of the queue, if several customers have a queue with this name. */
  readonly customer?: string | undefined;
  readonly choices: Choices;
  readonly onChange: (change: {
    callcenter?: string | undefined;
    queue?: string | undefined;
    customer?: string | undefined;
  }) => void;
}

const callcenterOptions = (choices: Choices) => {
  const several = new Set(choices.map((c) => c.customerName)).size > 1;
  const names = new Map(
    choices.map((c) => [c.callcenterId, several ? `${c.customerName} · ${c.callcenterName}` : c.callcenterName]),
  );
  return [...names].map(([value, label]) => ({ value, label }));
};

/** Filters a report by call center and queue. */
export function QueueFilters({ callcenter, queue, customer, choices, onChange }: Props) {
  const { t } = useTranslation('report');
  const callcenters = callcenterOptions(choices);
  const options = queueOptions(choices, callcenter);
  const chosen = queue === undefined ? undefined : queueValue(choices, queue, customer);
  const known = chosen === undefined || options.some(({ items }) => items.some(({ value }) => value === chosen));
  return (
    <>
      {callcenters.length > 1 ? (
        <FilterSelect
          label={t('callcenter')}
          width={200}
          searchable
          data={callcenters}
          value={callcenter}
          onChange={(value) => onChange({ callcenter: value, queue: undefined, customer: undefined })}
        />
      ) : null}
      <FilterSelect
        label={t('queue')}
        width={190}
        searchable
        data={known ? options : [...options, { value: chosen, label: queue ?? chosen }]}
        value={chosen}
        onChange={(value) => onChange(readQueueValue(value))}
      />
    </>
  );
}
