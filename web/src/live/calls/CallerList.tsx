import { cleanCallerId } from '@ringside/core/base/caller-id.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useActable, useCallersOf, useRow } from '../../data/live/hooks.ts';
import { isWaiting } from '../../data/live/tally.ts';
import { Elapsed } from '../../ui/Elapsed.tsx';
import classes from './CallerList.module.css';
import { CallerMenu } from './CallerMenu.tsx';
import { PanelSection } from '../dashboard/PanelSection.tsx';
import { PhoneLabel } from '../members/PhoneLabel.tsx';

/** Waiting callers of a queue, in order of position. */
export function CallerList({ queue }: { readonly queue: string }) {
  const { t } = useTranslation('dashboard');
  const keys = useCallersOf(queue);
  return (
    <PanelSection title={t('callers.title')} count={keys.length}>
      {keys.length === 0 ? (
        <p className={classes['none']}>{t('callers.none')}</p>
      ) : (
        <ol className={classes['list']}>
          {keys.map((key) => (
            <Caller key={key} caller={key} />
          ))}
        </ol>
      )}
    </PanelSection>
  );
}

function Caller({ caller }: { readonly caller: string }) {
  const { t } = useTranslation('dashboard');
  const row = useRow('callers', caller);
  const can = useCan();
  const actable = useActable(row?.serverId ?? 0);
  if (!row) return null;
  const operate = can('operate', 'live');
  const who = cleanCallerId(row.callerIdName) || row.callerIdNum || row.channel;
  const waiting = isWaiting(row);
  return (
    <li className={classes['caller']} data-leaving={!waiting || undefined} data-menu={operate || undefined}>
      <span className={classes['position']} title={t('callers.position', { n: row.position })}>
        {row.position}
      </span>
      <PhoneLabel number={row.callerIdNum} name={row.callerIdName} stacked />
      <span className={classes['wait']}>
        {waiting ? (
          <Elapsed since={row.joinedAt} short />
        ) : (
          t(row.status === 2 ? 'callers.answered' : 'callers.abandoned')
        )}
      </span>
      {operate ? <CallerMenu caller={caller} row={row} who={who} disabled={!actable || !waiting} /> : null}
    </li>
  );
}
