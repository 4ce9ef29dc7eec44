import { Button, Menu } from '@mantine/core';
import type { AgentPage } from '@ringside/core/contract/desk/agent-page.ts';
import type { AgentState } from '@ringside/core/live/select.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import {
  Bell,
  CircleCheck,
  LogOut,
  type LucideIcon,
  NotebookPen,
  Pause,
  Phone,
  PhoneOff,
  Play,
  Unplug,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../data/base/clock.ts';
import { stateSince } from '../data/live/agent-state.ts';
import { useActable } from '../data/live/hooks.ts';
import { Elapsed } from '../ui/Elapsed.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx';
import { useSecond } from '../ui/use-second.ts';
import classes from './AgentPage.module.css';
import { ownState } from './own-state.ts';
import { useOwnCommand } from './use-own-command.ts';

const LOOKS: Readonly<Record<AgentState, readonly [Tone, LucideIcon]>> = {
  available: ['ok', CircleCheck],
  ringing: ['warn', Bell],
  incall: ['busy', Phone],
  elsewhere: ['busy', PhoneOff],
  wrapup: ['accent', NotebookPen],
  paused: ['hold', Pause],
  unavailable: ['idle', Unplug],
};

interface Props {
  readonly members: readonly MemberRow[];
  readonly reasons: AgentPage['pauseReasons'];
}

/** The agent's state and its duration, with pause and resume. */
export function MyState({ members, reasons }: Props) {
  const { t } = useTranslation(['agent', 'dashboard']);
  // Wrap-up ends without an event.
  useSecond();
  const { run, busy } = useOwnCommand();
  const now = ownState(members, serverNow());
  const actable = useActable(now?.row.serverId ?? 0);
  const paused = members.some((m) => m.paused);
  const reason = members.find((m) => m.paused)?.pausedReason ?? '';
  /** Each phone once: a pause without a queue applies to all queues of the phone. */
  const phones = [...new Map(members.map((m) => [`${m.serverId} ${m.interface}`, m])).values()];
  const pause = async (on: boolean, why: string): Promise<void> => {
    for (const m of phones) {
      const fields = { Interface: m.interface, Paused: String(on), ...(why ? { Reason: why } : {}) };
      if (!(await run(m.serverId, 'QueuePause', fields))) return;
    }
  };
  const [tone, icon] = now === null ? (['idle', LogOut] as const) : LOOKS[now.state];
  return (
    <Panel title={t('state')}>
      <div className={classes['state']}>
        <p className={classes['now']}>
          <StatusBadge tone={tone} icon={icon}>
            {now === null ? t('loggedOut') : t(`dashboard:states.${now.state}`)}
          </StatusBadge>
          {now === null ? null : <Elapsed since={stateSince(now.row, now.state)} className={classes['timer'] ?? ''} />}
          {paused && reason ? <bdi>{reasons.find((r) => r.code === reason)?.label ?? reason}</bdi> : null}
        </p>
        {now === null ? (
          <p className={classes['dim']}>{t('loggedOutHint')}</p>
        ) : paused ? (
          <Button leftSection={<Play size={16} />} disabled={!actable || busy} onClick={() => void pause(false, '')}>
            {t('resume')}
          </Button>
        ) : reasons.length === 0 ? (
          <Button
            variant="default"
            leftSection={<Pause size={16} />}
            disabled={!actable || busy}
            onClick={() => void pause(true, '')}
          >
            {t('pause')}
          </Button>
        ) : (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button variant="default" leftSection={<Pause size={16} />} disabled={!actable || busy}>
                {t('pause')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {reasons.map((r) => (
                <Menu.Item
                  key={r.code}
                  onClick={() => void pause(true, r.code)}
                  rightSection={
                    r.maxMinutes === null ? undefined : (
                      <span className={classes['dim']}>{t('minutes', { count: r.maxMinutes })}</span>
                    )
                  }
                >
                  {r.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </Panel>
  );
}
