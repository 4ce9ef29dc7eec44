import { linkSearch } from '../../data/base/link-search.ts';
import { nounNamed } from '@ringside/core/contract/nouns.ts';
import type { FlowStop } from '@ringside/core/contract/routing/did.ts';
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

/** Icon of kinds that ring subscribers. */
const RINGS = BellRing;

const ICONS: Readonly<Partial<Record<FlowStop['kind'], LucideIcon>>> = {
  number: Hash,
  hours: CalendarClock,
  extension: Phone,
  voicemail: Voicemail,
  queue: ListOrdered,
  ivr: ListTree,
  external: PhoneOutgoing,
  hangup: PhoneOff,
};

/** Diagram of the call flow from the number on. Each box links to the page of its object. Mirrored in right-to-left layouts. */
export function FlowPicture({
  stops,
  edit,
}: {
  readonly stops: readonly FlowStop[];
  /** Renders a button that changes the target of a step, if the user may. */
  readonly edit: (stop: FlowStop, when: string) => ReactNode;
}) {
  const { t } = useTranslation('did');
  const drawn = useMemo(() => drawStops(stops), [stops]);
  if (drawn === null) return <div className={classes['picture']} aria-busy="true" />;
  return (
    // On a phone the diagram scrolls sideways, also by keyboard.
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
  const Icon = back ? CornerDownLeft : (ICONS[stop.kind] ?? RINGS);
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
    case 'number':
    case 'external':
    case 'hangup':
      return <span {...look}>{inside}</span>;
    default:
      return (
        <Link to={nounNamed(stop.kind)?.path} search={linkSearch({ form: id ?? undefined })} {...look}>
          {inside}
        </Link>
      );
  }
}
