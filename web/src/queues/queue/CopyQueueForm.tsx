import { queues } from '@ringside/core/contract/queues/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { copyOf } from '../../data/form/copy-of.ts';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { AddQueueForm } from './AddQueueForm.tsx';

/** Adds a queue with the options of another one. Its members are set on its own page. */
export function CopyQueueForm({
  id,
  onDone,
  onSaved,
}: {
  readonly id: string;
  readonly onDone: () => void;
  readonly onSaved: (id: string) => void;
}) {
  const { t } = useTranslation('common');
  const query = useQuery(oneQuery(queues, id));
  return (
    <RecordState query={query} aside>
      {(row) => {
        const { initial, fixed } = copyOf(queues, row, (name) => name);
        const label = t('form.copyOf', { name: row.label || row.name }).slice(0, 128);
        // The new name decides whether the console manages the queue.
        const { managed: _, ...options } = fixed;
        return (
          <AddQueueForm
            copied={{ initial: { ...initial, name: '', label }, fixed: options }}
            onDone={onDone}
            onSaved={({ id: made }) => onSaved(made)}
          />
        );
      }}
    </RecordState>
  );
}
