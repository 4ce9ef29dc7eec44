import { useDndMonitor } from '@dnd-kit/core';
import { ActionIcon, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRow } from '../../data/live/hooks.ts';
import { CallerList } from '../calls/CallerList.tsx';
import { MemberList } from '../members/MemberList.tsx';
import classes from './QueuePanel.module.css';
import { TodayFigures } from './TodayFigures.tsx';

interface Props {
  /** Key of the open queue. */
  readonly queue: string;
  readonly label: string;
  readonly onClose: () => void;
}

/**
 * Details of one queue. On wide screens the panel is next to the cards, so that agents can be dragged onto them. Otherwise it covers them.
 */
export function QueuePanel({ queue, label, onClose }: Props) {
  const { t } = useTranslation('dashboard');
  const wide = useMediaQuery('(min-width: 1264px)', true, { getInitialValueInEffect: false });
  // Escape that cancels a drag must not close the panel. This handler gets the event before the drag handler.
  const dragging = useRef(false);
  const dropped = (): void => void (dragging.current = false);
  useDndMonitor({ onDragStart: () => void (dragging.current = true), onDragEnd: dropped, onDragCancel: dropped });
  if (wide) {
    return (
      <aside
        className={classes['docked']}
        aria-label={t('panel.of', { queue: label })}
        onKeyDown={(e) => {
          if (e.key === 'Escape' && !e.defaultPrevented && !dragging.current) onClose();
        }}
      >
        <Content queue={queue} label={label} onClose={onClose} />
      </aside>
    );
  }
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(100%, 520px)">
      <Drawer.Overlay />
      <Drawer.Content className={classes['drawer']} aria-label={t('panel.of', { queue: label })}>
        <Drawer.Body className={classes['filled']}>
          <Content queue={queue} label={label} onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Content({ queue, label, onClose }: Props) {
  const { t } = useTranslation('dashboard');
  const row = useRow('queues', queue);
  const server = useRow('servers', queue.slice(0, queue.indexOf('\t')));
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className={classes['head']}>
        <div className={classes['names']}>
          <h2 className={classes['title']}>{label}</h2>
          <p className={classes['sub']}>
            {row && row.name !== label ? <bdi dir="ltr">{row.name}</bdi> : null}
            <bdi>{server?.name}</bdi>
            {row ? <bdi dir="ltr">{row.strategy}</bdi> : null}
          </p>
        </div>
        <ActionIcon onClick={onClose} aria-label={t('panel.close')} size="lg">
          <X size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      {/* A scrolled pane must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes['body']} ref={scroller} tabIndex={0} data-stale={server?.stale || undefined}>
        {row ? (
          <>
            <CallerList queue={queue} />
            <MemberList queue={queue} label={label} scroller={scroller} />
            <TodayFigures row={row} label={label} />
          </>
        ) : null}
      </div>
    </>
  );
}
