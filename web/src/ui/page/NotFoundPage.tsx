import { useTranslation } from 'react-i18next';
import { usePageTitle } from './use-page-title.ts';
import classes from './Fault.module.css';
import { LinkButton } from '../LinkButton.tsx';

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  usePageTitle(t('notFound.message'));
  return (
    <div className={classes['fault']}>
      <p className={classes['status']}>404</p>
      <h1 className={classes['message']}>{t('notFound.message')}</h1>
      <p className={classes['hint']}>{t('notFound.hint')}</p>
      <LinkButton to="/" mt="lg">
        {t('notFound.home')}
      </LinkButton>
    </div>
  );
}
