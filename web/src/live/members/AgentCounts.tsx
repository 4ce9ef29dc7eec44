import type { AgentState } from '@ringside/core/live/select.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { AGENT_STATES } from '../../data/live/agent-state.ts';
import type { AgentCounts as Counts } from '../../data/live/tally.ts';
import { AGENT_LOOKS } from './agent-looks.ts';
import classes from './AgentCounts.module.css';

interface CountProps {
  readonly state: AgentState;
  readonly count: number;
  readonly named: boolean;
}

const Count = memo(function Count({ state, count, named }: CountProps) {
  const { t } = useTranslation('dashboard');
  const [tone, Icon] = AGENT_LOOKS[state];
  return (
    <li data-tone={tone} data-none={count === 0 || undefined} title={t(`states.${state}`)}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      <span className="num">{count}</span>
      <span className={named ? classes['name'] : classes['unseen']}>{t(`states.${state}`)}</span>
    </li>
  );
});

/**
 * Shows the number of agents in each state. The positions are fixed, but "busy elsewhere" appears only with a count: it needs a device
 * shared with another customer.
 */
export function AgentCounts({ counts, named = false }: { readonly counts: Counts; readonly named?: boolean }) {
  return (
    <ul className={classes['counts']} data-named={named || undefined}>
      {AGENT_STATES.filter((state) => state !== 'elsewhere' || counts[state] > 0).map((state) => (
        <Count key={state} state={state} count={counts[state]} named={named} />
      ))}
    </ul>
  );
}
