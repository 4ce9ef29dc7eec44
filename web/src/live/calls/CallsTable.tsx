import { ActionIcon, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { cleanCallerId } from '@ringside/core/base/caller-id.ts';
import type { CallRow } from '@ringside/core/live/state.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowRight, PhoneOff, Search } from 'lucide-react';
import { memo, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useActable, useRow } from '../../data/live/hooks.ts';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { callLook, type CallState } from './call-look.ts';
import { CallMenu } from './CallMenu.tsx';
import { CallNumber } from './CallNumber.tsx';
import classes from './CallsTable.module.css';
import { type LabelOf, listCalls, queueOf } from './list-calls.ts';
import { PhoneLabel } from '../members/PhoneLabel.tsx';
import { useMemberCommands } from '../members/use-member-commands.ts';
import { useQueueNames } from '../../data/live/use-queue-names.ts';

interface Props {
  readonly servers: readonly number[] | undefined;
  readonly words: string;
  readonly onWords: (words: string) => void;
}

const ROW = 48;
const ROW_NARROW = 92;
const NARROW = 760;
const TALLEST = 480;
const LEAST_ROWS = 4;

/** The active calls, the longest first. New calls appear at the end, so rows stay in place while a user reads. */
export function CallsTable({ servers, words, onWords }: Props) {
  const { t } = useTranslation('dashboard');
  const [typed, setTyped] = useState(words);
  const labelOf = useQueueNames();
  const can = useCan();
  const keys = useSlow(
    [topic.keys('calls'), ...(typed ? [topic.any('calls')] : [])],
    250,
    useCallback(() => listCalls(store.state.calls.values(), servers, typed, labelOf), [servers, typed, labelOf]),
  );
  const { ref: sized, width } = useElementSize<HTMLElement>();
  const narrow = width > 0 && width < NARROW;
  const type = (text: string): void => {
    setTyped(text);
    onWords(text);
  };
  return (
    <section className={classes['calls']} aria-labelledby="calls-title" ref={sized} data-narrow={narrow || undefined}>
      <div className={classes['bar']}>
        <h2 id="calls-title" className={classes['title']}>
          {t('calls.title')} <span className="num">{keys.length}</span>
        </h2>
        {can('operate', 'live') ? <CallNumber /> : null}
        <TextInput
          type="search"
          className={classes['search']}
          aria-label={t('calls.search')}
          placeholder={t('calls.search')}
          leftSection={<Search size={16} aria-hidden="true" />}
          value={typed}
          onChange={(e) => type(e.currentTarget.value)}
        />
      </div>
      <div role="table" aria-labelledby="calls-title" aria-rowcount={keys.length + 1} className={classes['table']}>
        <div role="rowgroup" className={classes['headings']}>
          <div role="row" className={classes['row']}>
            {(['duration', 'from', 'to', 'queue', 'agent', 'state', 'server'] as const).map((column) => (
              <span role="columnheader" key={column} data-column={column}>
                {t(`calls.columns.${column}`)}
              </span>
            ))}
            <span role="columnheader">
              <VisuallyHidden>{t('calls.columns.actions')}</VisuallyHidden>
            </span>
          </div>
        </div>
        {keys.length === 0 ? (
          <EmptyState icon={PhoneOff} compact title={typed ? t('calls.noMatch') : t('calls.none')}>
            {typed ? null : t('calls.noneHint')}
          </EmptyState>
        ) : (
          <CallLines calls={keys} height={narrow ? ROW_NARROW : ROW} labelOf={labelOf} />
        )}
      </div>
    </section>
  );
}

interface LinesProps {
  /** Keys of the calls, in order. */
  readonly calls: readonly string[];
  /** Height of a line in pixels. */
  readonly height: number;
  readonly labelOf: LabelOf;
}

/** The lines in sight. Lists of thousands of calls stay fast because the others are not rendered. */
function CallLines({ calls, height, labelOf }: LinesProps) {
  const { t } = useTranslation('dashboard');
  const scroller = useRef<HTMLDivElement>(null);
  // The virtualizer's functions change on every scroll. No value here is memoized with them.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: calls.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (i) => calls[i] ?? i,
    overscan: 6,
  });
  return (
    // A scrolled list must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      ref={scroller}
      className={classes['scroll']}
      tabIndex={0}
      role="rowgroup"
      aria-label={t('calls.title')}
      style={{ height: Math.min(TALLEST, Math.max(LEAST_ROWS, calls.length) * height) }}
    >
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((item) => (
          <CallLine
            key={item.key}
            call={String(item.key)}
            index={item.index}
            top={item.start}
            height={height}
            labelOf={labelOf}
          />
        ))}
      </div>
    </div>
  );
}

interface LineProps {
  readonly call: string;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly labelOf: LabelOf;
}

const CallLine = memo(function CallLine({ call, index, top, height, labelOf }: LineProps) {
  const { t } = useTranslation('dashboard');
  const row = useRow('calls', call);
  const server = useRow('servers', call.slice(0, call.indexOf('\t')));
  if (!row) return null;
  const [state, tone, icon] = callLook(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes['row']}
      data-stale={server?.stale || undefined}
      style={{ position: 'absolute', insetInline: 0, top, height }}
    >
      <span role="cell" data-column="duration">
        <Elapsed since={row.startedAt} />
      </span>
      <span role="cell" data-column="from">
        <PhoneLabel number={row.source} name={row.sourceName} stacked />
      </span>
      <span role="cell" data-column="to">
        <ArrowRight size={14} aria-hidden="true" className={classes['arrow']} />
        <PhoneLabel number={row.destination} />
      </span>
      <span role="cell" data-column="queue" title={row.queue ?? undefined}>
        <bdi>{queueOf(row, labelOf)}</bdi>
      </span>
      <span role="cell" data-column="agent" title={row.agent ?? undefined}>
        <bdi>{row.agent}</bdi>
      </span>
      <span role="cell" data-column="state">
        <StatusBadge tone={tone} icon={icon} plain title={row.stateDesc}>
          {t(`calls.states.${state}`)}
        </StatusBadge>
      </span>
      <span role="cell" data-column="server" title={server?.name}>
        <bdi>{server?.name}</bdi>
      </span>
      <span role="cell" data-column="actions">
        <HangUp row={row} />
        <Actions row={row} state={state} />
      </span>
    </div>
  );
});

const TALKING: readonly CallState[] = ['talking', 'onHold', 'up'];

function Actions({ row, state }: { readonly row: CallRow; readonly state: CallState }) {
  const can = useCan();
  const actable = useActable(row.serverId);
  if (!can('operate', 'live')) return null;
  const call = { serverId: row.serverId, channel: row.channel, who: whoOf(row) };
  return <CallMenu call={call} talking={TALKING.includes(state)} parked={row.parked} disabled={!actable} />;
}

const whoOf = (row: CallRow): string => cleanCallerId(row.sourceName) || row.source || row.channel;

function HangUp({ row }: { readonly row: CallRow }) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const commands = useMemberCommands();
  const actable = useActable(row.serverId);
  const [asked, setAsked] = useState(false);
  if (!can('operate', 'live')) return null;
  const who = whoOf(row);
  const press = (): void => {
    // The first press asks, the second confirms, because ending a call cannot be undone.
    if (!asked) return setAsked(true);
    setAsked(false);
    void commands.hangUp(row.serverId, row.channel, who);
  };
  return (
    <Tooltip label={asked ? t('calls.hangUpSure') : t('calls.hangUp', { name: who })} opened={asked || undefined}>
      <ActionIcon
        variant={asked ? 'filled' : 'subtle'}
        color={asked ? 'red' : 'gray'}
        disabled={!actable}
        onClick={press}
        onBlur={() => setAsked(false)}
        aria-label={asked ? t('calls.hangUpSure') : t('calls.hangUp', { name: who })}
      >
        <PhoneOff size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
