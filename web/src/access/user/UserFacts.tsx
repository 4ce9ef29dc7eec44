import type { User } from '@ringside/core/contract/access/user.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import facts from '../../ui/Facts.module.css';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './UserFacts.module.css';

/** Read-only facts about an account. */
export function UserFacts({ user }: { readonly user: User }) {
  const { t } = useTranslation('user');
  const { dateTime } = useFormat();
  const fact = (
    field: 'lastLoginAt' | 'lastLoginIp' | 'passwordChangedAt' | 'invitedBy' | 'viaKeyName',
    value: ReactNode,
  ) => (
    <div key={field}>
      <dt>{t(`fields.${field}`)}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <div className={classes['panel']}>
      <Panel title={t('facts.title')}>
        <dl className={facts['facts']}>
          {fact('lastLoginAt', user.lastLoginAt === null ? t('facts.never') : dateTime(user.lastLoginAt))}
          {fact('lastLoginIp', <Num>{user.lastLoginIp || '–'}</Num>)}
          {fact(
            'passwordChangedAt',
            user.passwordChangedAt === null ? t('facts.none') : dateTime(user.passwordChangedAt),
          )}
          {fact('invitedBy', <bdi dir="ltr">{user.invitedBy || '–'}</bdi>)}
          {user.viaKeyId === null ? null : fact('viaKeyName', <bdi>{user.viaKeyName || '–'}</bdi>)}
        </dl>
      </Panel>
    </div>
  );
}
