import { CircleCheck, Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSocketState } from '../../live/hooks.ts';
import { startLive, store } from '../../live/live.ts';
import { isLive } from '../../live/socket-state.ts';
import { topic } from '../../live/topic.ts';
import { useSlow } from '../../live/use-slow.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Attention.module.css';

const SHOWN = 5;
const TOPICS = [topic.tallies, topic.keys('queues')];

interface Waiting {
  readonly key: string;
  readonly name: string;
  readonly waiting: number;
  readonly oldest: number | null;
}

/** Queues where somebody waits, the longest wait first. */
const read = (): { readonly queues: number; readonly waiting: readonly Waiting[] } => {
  const keys = store.keys('queues');
  const waiting = keys.flatMap((key) => {
    const { waiting: count, oldest } = store.tally(key);
    return count === 0 ? [] : [{ key, name: store.row('queues', key)?.name ?? '', waiting: count, oldest }];
  });
  return {
    queues: keys.length,
    waiting: waiting.sort((a, b) => (a.oldest ?? Infinity) - (b.oldest ?? Infinity)).slice(0, SHOWN),
  };
};

/** Who waits right now, for those who lead and answer queues. Shown once the state is exact; half a truth would alarm. */
export function QueuesNow() {
  const { t } = useTranslation('home');
  const live = isLive(useSocketState());
  const { queues, waiting } = useSlow(TOPICS, 1000, read);
  useEffect(startLive, []);
  if (!live || queues === 0) return null;
  return (
    <Panel
      title={t('now.title')}
      flush
      actions={
        <LinkButton to="/dashboard" variant="default" size="xs">
          {t('attention.toDashboard')}
        </LinkButton>
      }
    >
      <ul className={classes['list']}>
        {waiting.length === 0 ? (
          <li className={classes['item']} data-tone="ok">
            <CircleCheck size={20} aria-hidden="true" />
            <span className={classes['words']}>{t('now.nobody', { count: queues })}</span>
          </li>
        ) : (
          waiting.map((q) => (
            <li key={q.key} className={classes['item']} data-tone="warn">
              <Hourglass size={20} aria-hidden="true" />
              <span className={classes['words']}>
                <strong>
                  <bdi>{q.name}</bdi>
                </strong>
                <span className={classes['what']}>{t('now.waiting', { count: q.waiting })}</span>
              </span>
              <span className={classes['what']}>
                {t('now.longest')} <Elapsed since={q.oldest} short />
              </span>
            </li>
          ))
        )}
      </ul>
    </Panel>
  );
}
