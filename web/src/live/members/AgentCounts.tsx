import { useTranslation } from 'react-i18next';
import { AGENT_STATES } from '../../data/live/agent-state.ts';
import type { AgentCounts as Counts } from '../../data/live/tally.ts';
import { AGENT_LOOKS } from './agent-looks.ts';
import classes from './AgentCounts.module.css';

/**
 * Shows the number of agents in each state. The positions are fixed, but "busy elsewhere" appears only with a count: it needs a device
 * shared with another customer.
 */
export function AgentCounts({ counts, named = false }: { readonly counts: Counts; readonly named?: boolean }) {
  const { t } = useTranslation('dashboard');
  return (
    <ul className={classes['counts']} data-named={named || undefined}>
      {AGENT_STATES.filter((state) => state !== 'elsewhere' || counts[state] > 0).map((state) => {
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
