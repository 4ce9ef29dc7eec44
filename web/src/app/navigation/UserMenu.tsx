import { Avatar } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { displayName, initials } from '../../data/api/person.ts';
import { useUser } from '../../data/api/session.ts';
import { signOut } from '../../data/api/sign-out.ts';
import { BarMenu } from '../../ui/BarMenu.tsx';
import items from '../../ui/BarMenu.module.css';
import { useRoleName } from '../../access/shared/use-role-name.ts';
import classes from './UserMenu.module.css';

export function UserMenu() {
  const { t } = useTranslation('shell');
  const user = useUser();
  const role = useRoleName()(user.role);
  const name = displayName(user);
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await signOut();
    // The next user of this browser starts on their own first page.
    await navigate({ to: '/login', search: {}, replace: true });
  };
  return (
    <BarMenu
      width={240}
      buttonClass={classes['target']}
      button={
        <>
          <Avatar src={user.avatar || null} alt="" size={34} color="ring" radius="xl">
            {initials(user)}
          </Avatar>
          <span className={classes['who']}>
            <span className={classes['name']}>{name}</span>
            <span className={classes['role']}>{role}</span>
          </span>
        </>
      }
      head={
        <div className={classes['head']}>
          <span className={classes['name']}>{name}</span>
          <span className={classes['role']}>{role}</span>
        </div>
      }
    >
      <Link to="/profile" role="menuitem" tabIndex={-1} className={items['item']}>
        <Settings size={16} aria-hidden="true" />
        <span>{t('user.settings')}</span>
      </Link>
      <button type="button" role="menuitem" tabIndex={-1} className={items['item']} onClick={() => void leave()}>
        <LogOut size={16} aria-hidden="true" />
        <span>{t('user.logOut')}</span>
      </button>
    </BarMenu>
  );
}
