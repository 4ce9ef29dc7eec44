import { queues } from '@ringside/core/contract/queues.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { copyOf } from '../../crud/copy-of.ts';
import { oneQuery } from '../../crud/resource-queries.ts';
import { RecordState } from '../../crud/RecordState.tsx';
import { AddQueueForm } from './AddQueueForm.tsx';

/** A new queue with all options of another; whose lines it rings is said on its own page. */
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
        // Whether the console makes it is for the new name to say.
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
