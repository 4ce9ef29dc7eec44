import { previewMove, type MovePreview as Preview } from '@ringside/core/live/move-preview.ts';
import { TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../data/base/clock.ts';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { useQueueNames } from '../../data/live/use-queue-names.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import classes from './MovePreview.module.css';

interface Props {
  /** Keys of the queues, both on the same server. */
  readonly from: string;
  readonly to: string;
  readonly interfaces: readonly string[];
}

const nameOf = (queue: string): string => queue.slice(queue.indexOf('\t') + 1);

/** Shows the effect of a move on both queues, with current figures. */
export function MovePreview({ from, to, interfaces }: Props) {
  const { t } = useTranslation('dashboard');
  const labelOf = useQueueNames();
  const preview = useSlow(
    [topic.tally(from), topic.tally(to)],
    500,
    useCallback(() => {
      const serverId = Number(from.slice(0, from.indexOf('\t')));
      return previewMove(store.state, serverId, { interfaces, from: nameOf(from), to: nameOf(to) }, serverNow());
    }, [from, to, interfaces]),
  );
  return (
    <div role="group" aria-label={t('preview.title')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('preview.queue')}</th>
            <th scope="col">{t('preview.agents')}</th>
            <th scope="col">{t('preview.available')}</th>
            <th scope="col">{t('preview.waiting')}</th>
          </tr>
        </thead>
        <tbody>
          <Line label={labelOf(from) ?? nameOf(from)} side={preview.from} />
          <Line label={labelOf(to) ?? nameOf(to)} side={preview.to} />
        </tbody>
      </table>
      {preview.strands ? (
        <p className={classes['strands']} role="status">
          <TriangleAlert size={16} aria-hidden="true" />
          <span>{t('preview.strands', { queue: labelOf(from) ?? nameOf(from), count: preview.from.waiting })}</span>
        </p>
      ) : null}
    </div>
  );
}

function Line({ label, side }: { readonly label: string; readonly side: Preview['from'] }) {
  return (
    <tr>
      <th scope="row" title={label}>
        <bdi>{label}</bdi>
      </th>
      <Change before={side.before.agents} after={side.after.agents} />
      <Change before={side.before.available} after={side.after.available} />
      <td className="num">{side.waiting}</td>
    </tr>
  );
}

function Change({ before, after }: { readonly before: number; readonly after: number }) {
  const { t } = useTranslation('dashboard');
  return (
    <td className="num" data-changed={before === after ? undefined : true}>
      {before === after ? (
        after
      ) : (
        <>
          <span className={classes['was']}>
            {before} {t('preview.becomes')}{' '}
          </span>
          {after}
        </>
      )}
    </td>
  );
}
