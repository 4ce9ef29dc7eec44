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
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import classes from './FlowPicture.module.css';

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
  const [first] = stops;
  if (first === undefined) return <div className={classes['picture']} aria-busy="true" />;
  const byKey = new Map(stops.map((stop) => [stop.key, stop]));
  // A stop is drawn where the call reaches it first; later it is only named.
  const drawn = new Set<string>();
  return (
    // Wider than a phone: it scrolls within itself, by keyboard too.
    <div className={classes['picture']} tabIndex={0} role="group" aria-label={t('way.title')}>
      <ul className={classes['root']}>
        <Stop stop={first} from={null} when={null} byKey={byKey} drawn={drawn} edit={edit} />
      </ul>
    </div>
  );
}

interface Props {
  readonly stop: FlowStop;
  readonly from: FlowStop | null;
  readonly when: string | null;
  readonly edit: (stop: FlowStop, when: string) => ReactNode;
  readonly byKey: ReadonlyMap<string, FlowStop>;
  readonly drawn: Set<string>;
}

function Stop({ stop, from, when, byKey, drawn, edit }: Props) {
  const back = drawn.has(stop.key) && stop.next.length > 0;
  drawn.add(stop.key);
  return (
    <li className={classes['stop']}>
      {when === null || from === null ? null : <When when={when}>{edit(from, when)}</When>}
      <Box stop={stop} back={back} />
      {back || stop.next.length === 0 ? null : (
        <ul className={classes['next']}>
          {stop.next.map(({ when: on, to }) => {
            const next = byKey.get(to);
            return next ? (
              <Stop key={on} stop={next} from={stop} when={on} byKey={byKey} drawn={drawn} edit={edit} />
            ) : null;
          })}
        </ul>
      )}
    </li>
  );
}

const WORDS = [
  'then',
  'open',
  'closed',
  'always',
  'busy',
  'unanswered',
  'unreachable',
  'timeout',
  'full',
  'otherwise',
] as const;

function When({ when, children }: { readonly when: string; readonly children: ReactNode }) {
  const { t } = useTranslation('did');
  const word = WORDS.find((each) => each === when);
  if (word === 'then') {
    return (
      <span className={classes['step']}>
        <span className={classes['line']} aria-hidden="true" />
        {children}
      </span>
    );
  }
  return (
    <span className={classes['step']}>
      <span className={classes['when']}>
        {word === undefined ? <Num>{t('way.key', { key: when })}</Num> : t(`way.${word}`)}
      </span>
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
