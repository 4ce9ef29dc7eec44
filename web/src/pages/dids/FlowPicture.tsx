import type { FlowStop } from '@ringside/core/contract/dids.ts';
import { Link } from '@tanstack/react-router';
import {
  BellRing,
  CalendarClock,
  CornerDownLeft,
  Hash,
  ListOrdered,
  ListTree,
  type LucideIcon,
  Phone,
  PhoneOff,
  PhoneOutgoing,
  Voicemail,
} from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { type DrawnStop, drawStops } from './draw-stops.ts';
import classes from './FlowPicture.module.css';
import { useStepText } from './use-step-text.ts';

const ICONS: Readonly<Record<FlowStop['kind'], LucideIcon>> = {
  number: Hash,
  hours: CalendarClock,
  extension: Phone,
  voicemail: Voicemail,
  queue: ListOrdered,
  ringgroup: BellRing,
  ivr: ListTree,
  external: PhoneOutgoing,
  hangup: PhoneOff,
};

/** The way of a call, from the number on: boxes that lead to where each stop is changed. Mirrored with the page. */
export function FlowPicture({
  stops,
  edit,
}: {
  readonly stops: readonly FlowStop[];
  /** A way to lead one step elsewhere, where this person may. */
  readonly edit: (stop: FlowStop, when: string) => ReactNode;
}) {
  const { t } = useTranslation('did');
  const drawn = useMemo(() => drawStops(stops), [stops]);
  if (drawn === null) return <div className={classes['picture']} aria-busy="true" />;
  return (
    // Wider than a phone: it scrolls within itself, by keyboard too.
    <div className={classes['picture']} tabIndex={0} role="group" aria-label={t('way.title')}>
      <ul className={classes['root']}>
        <Stop drawn={drawn} from={null} edit={edit} />
      </ul>
    </div>
  );
}

interface Props {
  readonly drawn: DrawnStop;
  readonly from: FlowStop | null;
  readonly edit: (stop: FlowStop, when: string) => ReactNode;
}

function Stop({ drawn, from, edit }: Props) {
  const { stop, when, back, next } = drawn;
  return (
    <li className={classes['stop']}>
      {when === null || from === null ? null : <When when={when}>{edit(from, when)}</When>}
      <Box stop={stop} back={back} />
      {next.length === 0 ? null : (
        <ul className={classes['next']}>
          {next.map((each) => (
            <Stop key={each.when} drawn={each} from={stop} edit={edit} />
          ))}
        </ul>
      )}
    </li>
  );
}

function When({ when, children }: { readonly when: string; readonly children: ReactNode }) {
  const text = useStepText()(when);
  return (
    <span className={classes['step']}>
      {text === null ? (
        <span className={classes['line']} aria-hidden="true" />
      ) : (
        <span className={classes['when']}>{/[0-9*#]/.test(when) ? <Num>{text}</Num> : text}</span>
      )}
      {children}
    </span>
  );
}

function Box({ stop, back }: { readonly stop: FlowStop; readonly back: boolean }) {
  const { t } = useTranslation('did');
  const Icon = back ? CornerDownLeft : ICONS[stop.kind];
  const inside = (
    <>
      <Icon size={18} aria-hidden="true" className={classes['icon']} />
      <span className={classes['words']}>
        <span className={classes['kind']}>{t(`destination.${stop.kind}`)}</span>
        {stop.name === '' ? null : (
          <span className={classes['name']}>
            {stop.kind === 'number' || stop.kind === 'external' ? <Num>{stop.name}</Num> : <bdi>{stop.name}</bdi>}
          </span>
        )}
      </span>
    </>
  );
  const look = { className: classes['box'], 'data-kind': stop.kind, 'data-back': back || undefined };
  const { id } = stop;
  switch (stop.kind) {
    case 'extension':
    case 'voicemail':
      return id === null ? (
        <span {...look}>{inside}</span>
      ) : (
        <Link to="/subscribers/$subscriber" params={{ subscriber: id }} {...look}>
          {inside}
        </Link>
      );
    case 'queue':
      return id === null ? (
        <span {...look}>{inside}</span>
      ) : (
        <Link to="/queues/$queue" params={{ queue: id }} {...look}>
          {inside}
        </Link>
      );
    case 'ringgroup':
    case 'ivr':
    case 'hours':
      return (
        <Link to={PAGES[stop.kind]} search={{ form: id ?? undefined } as never} {...look}>
          {inside}
        </Link>
      );
    case 'number':
    case 'external':
    case 'hangup':
      return <span {...look}>{inside}</span>;
  }
}

const PAGES = { ringgroup: '/ringgroups', ivr: '/ivrs', hours: '/hours' } as const;
