import { Button } from '@mantine/core';
import { EyeOff, History, Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import classes from './Gaps.module.css';
import { isCaughtUp, type ShownGap, useGaps } from './gaps-context.ts';
import { useGapWords } from './use-gap-words.ts';

const FEW = 3;

/** Lists the data gaps of the period, and those recovered since. Renders nothing without gaps. */
export function GapNotes() {
  const { t } = useTranslation('gap');
  const can = useCan();
  const words = useGapWords();
  const { all, part, days } = useGaps();
  const [whole, setWhole] = useState(false);
  const open = all.filter((gap) => !isCaughtUp(gap, part));
  const closed = all.filter((gap) => isCaughtUp(gap, part));
  const rows = [...open, ...closed];
  if (rows.length === 0 && days.length === 0) return null;
  const shown = whole ? rows : rows.slice(0, FEW);
  return (
    <aside
      className={classes['notes']}
      data-open={open.length > 0 || days.length > 0 || undefined}
      aria-label={t('title')}
    >
      <ul>
        {shown.map((gap) => (
          <Note key={gap.id} gap={gap} closed={isCaughtUp(gap, part)} />
        ))}
        {days.map((day) => (
          <li key={`${day.day} ${day.customerId}`}>
            <Scale size={16} aria-hidden="true" />
            <span>
              <strong>{words.differs(day)}</strong>
            </span>
          </li>
        ))}
      </ul>
      {rows.length > FEW && !whole ? (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('more', { count: rows.length - FEW })}
        </Button>
      ) : null}
      {open.length > 0 && can('update', 'endpoint') ? (
        <LinkButton to="/endpoints/import" size="compact-sm" variant="default">
          {t('import')}
        </LinkButton>
      ) : null}
    </aside>
  );
}

function Note({ gap, closed }: { readonly gap: ShownGap; readonly closed: boolean }) {
  const words = useGapWords();
  const Icon = closed ? History : EyeOff;
  return (
    <li data-closed={closed || undefined}>
      <Icon size={16} aria-hidden="true" />
      <span>
        <strong>
          <bdi>{words.unseen(gap)}</bdi>
        </strong>{' '}
        <span className={classes['why']}>
          {words.cause(gap)} · {words.rest(gap)}
        </span>
      </span>
    </li>
  );
}
