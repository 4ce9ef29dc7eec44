import { Outlet, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../api/use-can.ts';
import { usePageTitle } from '../ui/use-page-title.ts';
import classes from './Fault.module.css';
import { LinkButton } from './LinkButton.tsx';

/** The route's page, for who may open it. */
export function AllowedPage() {
  const can = useCan();
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access });
  return access && !can(...access) ? <Refused /> : <Outlet />;
}

function Refused() {
  const { t } = useTranslation(['shell', 'common']);
  usePageTitle(t('common:errors.forbidden'));
  return (
    <div className={classes['fault']}>
      <p className={classes['status']}>403</p>
      <h1 className={classes['message']}>{t('common:errors.forbidden')}</h1>
      <p className={classes['hint']}>{t('refused.hint')}</p>
      <LinkButton to="/" mt="lg">
        {t('notFound.home')}
      </LinkButton>
    </div>
  );
}
