import { Table } from '@mantine/core';
import type { BoardQueue } from '@ringside/core/contract/boards/wallboard.ts';
import type { AgentState } from '@ringside/core/live/select.ts';
import type { WallFigure } from '@ringside/core/boards/wall-figures.ts';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stateSince } from '../../data/live/agent-state.ts';
import { store } from '../../data/live/live.ts';
import { isWaiting } from '../../data/live/tally.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Num } from '../../ui/Num.tsx';
import { agentsOf } from './agents-of.ts';
import { clockText } from './figure-text.ts';
import { useWall } from './wall-context.ts';
import { keyOf } from './wall-values.ts';
import { WallLink } from './WallLink.tsx';

interface Props {
  readonly figure: WallFigure;
  readonly queues: readonly BoardQueue[];
  readonly className: string | undefined;
  readonly style: CSSProperties;
  readonly children: ReactNode;
}

/** Lists the callers or agents that a live figure over several queues counts, each with a link to the queue. */
export function EachNow({ figure, queues, className, style, children }: Props) {
  const { t } = useTranslation('wallboard');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" className={className} style={style} onClick={() => setOpened(true)}>
        {children}
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={`${t(`figures.${figure}`)} · ${t('now.title')}`}>
        {opened ? <People figure={figure} queues={queues} /> : null}
      </Dialog>
    </>
  );
}

interface Line {
  readonly key: string;
  readonly who: string;
  readonly about: string;
  readonly queue: Pick<BoardQueue, 'serverId' | 'name'>;
  /** Whole seconds; null if unknown. */
  readonly seconds: number | null;
}

function People({ figure, queues }: Pick<Props, 'figure' | 'queues'>) {
  const { t } = useTranslation('wallboard');
  const { now } = useWall();
  const callers = figure === 'waiting' || figure === 'longestWait';
  const labelOf = (serverId: number, name: string): string =>
    queues.find((queue) => queue.serverId === serverId && queue.name === name)?.label ?? name;
  const lines = callers
    ? callersOf(queues, now)
    : agentsOf(queues.map(keyOf), now)
        .filter(({ state }) => counts(figure, state))
        .map(({ key, member, state }): Line => {
          const since = stateSince(member, state);
          return {
            ...{ key, who: member.name || member.interface, about: t(`agents.${state}`) },
            queue: { serverId: member.serverId, name: member.queue },
            seconds: since === null ? null : Math.max(0, Math.floor((now - since) / 1000)),
          };
        });
  if (lines.length === 0) return <p>{t('now.nobody')}</p>;
  return (
    <Table aria-label={t('now.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{callers ? t('now.caller') : t('now.agent')}</Table.Th>
          {callers ? null : <Table.Th>{t('now.state')}</Table.Th>}
          <Table.Th>{t('byQueue')}</Table.Th>
          <Table.Th ta="end">{callers ? t('now.wait') : t('now.since')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ key, who, about, queue, seconds }) => {
          const label = <bdi>{labelOf(queue.serverId, queue.name)}</bdi>;
          return (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={500}>
                <bdi>{who}</bdi>
              </Table.Th>
              {callers ? null : <Table.Td>{about}</Table.Td>}
              <Table.Td>
                <WallLink queues={[queue]} className={undefined} otherwise={label}>
                  {label}
                </WallLink>
              </Table.Td>
              <Table.Td ta="end">
                <Num>{seconds === null ? '–' : clockText(seconds)}</Num>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

const counts = (figure: WallFigure, state: AgentState): boolean =>
  figure === 'signedIn' ? state !== 'unavailable' : state === figure;

/** Longest wait first. */
const callersOf = (queues: readonly BoardQueue[], now: number): Line[] =>
  queues
    .flatMap((queue) =>
      store.callersOf(keyOf(queue)).flatMap((key) => {
        const row = store.row('callers', key);
        if (!row || !isWaiting(row)) return [];
        const seconds = Math.max(0, Math.floor((now - row.joinedAt) / 1000));
        const who = [row.callerIdName, `\u2066${row.callerIdNum}\u2069`].filter((part) => part !== '').join(' · ');
        return [{ key, who, about: '', queue, seconds }];
      }),
    )
    .toSorted((a, b) => b.seconds - a.seconds);
