import type { MemberRow } from '@ringside/core/live/state.ts';
import type { Tile } from '@ringside/core/contract/boards/wallboard.ts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stateSince } from '../../data/live/agent-state.ts';
import { clockText } from './figure-text.ts';
import { AGENT_LOOKS, agentsOf } from './agents-of.ts';
import classes from './AgentsTile.module.css';
import { keyOf, queuesOfTile } from './wall-values.ts';
import { useWall } from './wall-context.ts';
import { WallLink } from './WallLink.tsx';

const MOST_CHARS = 22;
/** Maximum number of lines until the size is measured. */
const MOST_LINES = 100;
/** Line height including its gap, in em. */
const LINE_EM = 1.95;
const TURN_MS = 8000;

/** Agents of the queues, each once: busy ones first, unavailable ones last. */
export function AgentsTile({ tile }: { readonly tile: Extract<Tile, { kind: 'agents' }> }) {
  const { t } = useTranslation('wallboard');
  const { board, now, drill } = useWall();
  const agents = agentsOf(queuesOfTile(tile, board.queues).map(keyOf), now);
  const [ref, fit] = useLines();
  if (agents.length === 0) return <p className={classes['none']}>{t('show.noAgents')}</p>;
  // Uses as few columns as possible, so that names stay readable.
  const columns = Math.max(1, Math.min(tile.width, Math.ceil(agents.length / (3 * tile.height))));
  const rows = Math.max(1, Math.min(Math.ceil(agents.length / columns), fit));
  // If not all agents fit, the tile rotates through them.
  const turns = Math.ceil(agents.length / (columns * rows));
  const turn = Math.floor(now / TURN_MS) % turns;
  const shown = agents.slice(turn * columns * rows, (turn + 1) * columns * rows);
  // Reserves width for the longest name, up to a limit.
  const chars = Math.min(MOST_CHARS, Math.max(...agents.map(({ member }) => (member.name || member.interface).length)));
  return (
    <div ref={ref} className={classes['whole']}>
      <ul className={classes['agents']} style={{ '--cols': columns, '--rows': rows, '--chars': chars }}>
        {shown.map(({ key, member, state }) => {
          const [tone, Icon] = AGENT_LOOKS[state];
          const since = stateSince(member, state);
          return (
            <li key={key} className={classes['agent']} data-tone={tone}>
              <Icon className={classes['icon']} role="img" aria-label={t(`agents.${state}`)} />
              {drill ? (
                <WallLink
                  queues={[{ serverId: member.serverId, name: member.queue }]}
                  className={classes['name']}
                  otherwise={<AgentName member={member} />}
                >
                  <bdi>{member.name || member.interface}</bdi>
                </WallLink>
              ) : (
                <AgentName member={member} />
              )}
              {since === null || state === 'unavailable' ? null : (
                <bdi dir="ltr" className={classes['since']}>
                  {clockText(Math.floor((now - since) / 1000))}
                </bdi>
              )}
            </li>
          );
        })}
      </ul>
      {turns > 1 ? (
        <div className={classes['turns']} role="img" aria-label={t('show.pageOf', { n: turn + 1, count: turns })}>
          {Array.from({ length: turns }, (_, i) => (
            <span key={i} data-now={i === turn || undefined} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Returns the number of readable lines that fit into the tile. */
const useLines = () => {
  const [fit, setFit] = useState(MOST_LINES);
  const ref = useCallback((box: HTMLElement | null) => {
    if (box === null) return undefined;
    const measure = (): void =>
      setFit(Math.floor(box.clientHeight / (LINE_EM * parseFloat(getComputedStyle(box).fontSize))));
    // Measures before the paint, because the observer would report one frame too late.
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return [ref, fit] as const;
};

function AgentName({ member }: { readonly member: MemberRow }) {
  const name = member.name || member.interface;
  return (
    <bdi className={classes['name']} title={name}>
      {name}
    </bdi>
  );
}
