import { Button } from '@mantine/core';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { LogIn, LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActable } from '../data/live/hooks.ts';
import { Elapsed } from '../ui/Elapsed.tsx';
import { Panel } from '../ui/Panel.tsx';
import classes from './AgentPage.module.css';
import type { Seat } from './own-state.ts';
import { useOwnCommand } from './use-own-command.ts';

interface Props {
  readonly seats: readonly Seat[];
  readonly members: readonly MemberRow[];
}

/** The queues that the agent may log in to and out of. */
export function MyQueues({ seats, members }: Props) {
  const { t } = useTranslation('agent');
  const several = new Set(seats.map((s) => s.phone.interface)).size > 1;
  return (
    <Panel title={t('queues')} flush>
      {seats.length === 0 ? (
        <p className={classes['none']}>{t('noQueues')}</p>
      ) : (
        <ul className={classes['lines']}>
          {seats.map((seat) => (
            <QueueLine
              key={seat.key}
              seat={seat}
              several={several}
              member={members.find(
                (m) => m.serverId === seat.serverId && m.queue === seat.queue && m.interface === seat.phone.interface,
              )}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface LineProps {
  readonly seat: Seat;
  readonly several: boolean;
  readonly member: MemberRow | undefined;
}

function QueueLine({ seat, several, member }: LineProps) {
  const { t } = useTranslation('agent');
  const actable = useActable(seat.serverId);
  const { run, busy } = useOwnCommand();
  const { phone, queue, label, serverId } = seat;
  const fields = { Queue: queue, Interface: phone.interface };
  const isIn = member !== undefined;
  const change = () =>
    isIn
      ? run(serverId, 'QueueRemove', fields)
      : run(serverId, 'QueueAdd', { ...fields, ...(phone.name ? { MemberName: phone.name } : {}) });
  // Static members are defined in the PBX's configuration and cannot be logged out here.
  const fixed = member?.membership === 'static';
  return (
    <li>
      <span className={classes['grow']}>
        <bdi className={classes['strong']}>{label}</bdi>
        <span className={classes['dim']}>
          {several ? <bdi dir="ltr">{phone.extension} </bdi> : null}
          {fixed ? t('fixed') : isIn ? t('loggedIn') : t('notLoggedIn')}{' '}
          {isIn && member.loginAt !== null ? <Elapsed since={member.loginAt} /> : null}
        </span>
      </span>
      <Button
        size="compact-md"
        variant={isIn ? 'default' : 'light'}
        leftSection={isIn ? <LogOut size={16} /> : <LogIn size={16} />}
        disabled={!actable || busy || fixed}
        aria-label={isIn ? t('logOutOf', { queue: label }) : t('logInTo', { queue: label })}
        onClick={() => void change()}
      >
        {isIn ? t('logOut') : t('logIn')}
      </Button>
    </li>
  );
}
