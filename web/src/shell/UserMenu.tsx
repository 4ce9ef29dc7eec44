import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { displayName, initials } from '../api/person.ts';
import { useUser } from '../api/session.ts';
import { signOut } from '../api/sign-out.ts';
import { useRoleName } from './use-role-name.ts';
import classes from './UserMenu.module.css';

export function UserMenu() {
  const { t } = useTranslation('shell');
  const user = useUser();
  const role = useRoleName()(user.role);
  const name = displayName(user);
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await signOut();
    // Whoever signs in next on this computer begins at the beginning, not where this person left.
    await navigate({ to: '/login', search: {}, replace: true });
  };
  return (
    <Menu width={240}>
      <Menu.Target>
        <UnstyledButton className={classes['target']}>
          <Avatar src={user.avatar || null} alt="" size={34} color="ring" radius="xl">
            {initials(user)}
          </Avatar>
          <span className={classes['who']}>
            <span className={classes['name']}>{name}</span>
            <span className={classes['role']}>{role}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['head']}>
          <span className={classes['name']}>{name}</span>
          <span className={classes['role']}>{role}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<Settings size={16} aria-hidden="true" />}>
          {t('user.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} aria-hidden="true" />} onClick={() => void leave()}>
          {t('user.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
