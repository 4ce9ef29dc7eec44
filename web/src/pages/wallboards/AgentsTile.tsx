import { agentState, type AgentState } from '@ringside/core/live/select.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import type { Tile } from '@ringside/core/contract/wallboards.ts';
import type { CSSProperties } from 'react';
import { Bell, CircleCheck, type LucideIcon, NotebookPen, Pause, Phone, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { stateSince } from '../../live/agent-state.ts';
import { store } from '../../live/live.ts';
import { clockText } from './figure-text.ts';
import classes from './AgentsTile.module.css';
import { keyOf, queuesOfTile } from './wall-values.ts';
import { useWall } from './wall-context.ts';
import { WallLink } from './WallLink.tsx';

const LOOKS: Readonly<Record<AgentState, readonly [tone: string, icon: LucideIcon]>> = {
  incall: ['busy', Phone],
  ringing: ['warn', Bell],
  wrapup: ['accent', NotebookPen],
  available: ['ok', CircleCheck],
  paused: ['hold', Pause],
  unavailable: ['idle', Unplug],
};
const ORDER = Object.keys(LOOKS) as AgentState[];

/** Agents of the queues, each once: who works first, who is away last. */
export function AgentsTile({ tile }: { readonly tile: Extract<Tile, { kind: 'agents' }> }) {
  const { t } = useTranslation('wallboard');
  const { board, now, drill } = useWall();
  const agents = agentsOf(queuesOfTile(tile, board.queues).map(keyOf), now);
  if (agents.length === 0) return <p className={classes['none']}>{t('show.noAgents')}</p>;
  // As few columns as will do: names are to be read.
  const columns = Math.max(1, Math.min(tile.width, Math.ceil(agents.length / (3 * tile.height))));
  const rows = Math.ceil(agents.length / columns);
  return (
    <ul className={classes['agents']} style={{ '--cols': columns, '--rows': rows } as CSSProperties}>
      {agents.map(({ key, member, state }) => {
        const [tone, Icon] = LOOKS[state];
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
  );
}

function AgentName({ member }: { readonly member: MemberRow }) {
  return <bdi className={classes['name']}>{member.name || member.interface}</bdi>;
}

interface Shown {
  readonly key: string;
  readonly member: MemberRow;
  readonly state: AgentState;
}

const agentsOf = (queues: readonly string[], now: number): readonly Shown[] => {
  const people = new Map<string, Shown>();
  for (const member of queues.flatMap((q) => store.membersOf(q).flatMap((m) => store.row('members', m) ?? []))) {
    const key = `${member.serverId} ${member.interface}`;
    const state = agentState(member, now);
    const known = people.get(key);
    if (!known || ORDER.indexOf(state) < ORDER.indexOf(known.state)) people.set(key, { key, member, state });
  }
  return [...people.values()].sort(
    (a, b) =>
      ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
      a.member.name.localeCompare(b.member.name) ||
      a.key.localeCompare(b.key),
  );
};
