import { useTranslation } from 'react-i18next';
import { AGENT_STATES } from '../../live/agent-state.ts';
import type { AgentCounts as Counts } from '../../live/tally.ts';
import { AGENT_LOOKS } from './agent-looks.ts';
import classes from './AgentCounts.module.css';

/** How many agents are in each state: six places that never move, an icon and a number each, words for those who ask. */
export function AgentCounts({ counts, named = false }: { readonly counts: Counts; readonly named?: boolean }) {
  const { t } = useTranslation('dashboard');
  return (
    <ul className={classes['counts']} data-named={named || undefined}>
      {AGENT_STATES.map((state) => {
        const [tone, Icon] = AGENT_LOOKS[state];
        const count = counts[state];
        return (
          <li key={state} data-tone={tone} data-none={count === 0 || undefined} title={t(`states.${state}`)}>
            <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
            <span className="num">{count}</span>
            <span className={named ? classes['name'] : classes['unseen']}>{t(`states.${state}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}
