import { UnstyledButton } from '@mantine/core';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetSearches, recentSearches } from './recent-searches.ts';
import classes from './SearchDialog.module.css';

export function RecentSearches({ onPick }: { readonly onPick: (query: string) => void }) {
  const { t } = useTranslation('search');
  const [kept, setKept] = useState(recentSearches);
  if (kept.length === 0) return <p className={classes['hint']}>{t('hint')}</p>;
  const forget = (): void => {
    forgetSearches();
    setKept([]);
  };
  return (
    <section aria-label={t('recent')}>
      <div className={classes['heading']}>
        <span>{t('recent')}</span>
        <UnstyledButton className={classes['forget']} onClick={forget}>
          {t('forget')}
        </UnstyledButton>
      </div>
      {kept.map((query) => (
        <UnstyledButton key={query} className={classes['option']} onClick={() => onPick(query)}>
          <History size={18} strokeWidth={1.75} aria-hidden="true" />
          <bdi className={classes['name']}>{query}</bdi>
        </UnstyledButton>
      ))}
    </section>
  );
}
