import { DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/he';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Report.module.css';
import { weekOf } from '../week-of.ts';

interface Props {
  readonly children: ReactNode;
  /** Within a panel, without a frame of its own. */
  readonly bare?: boolean;
}

/** The filters of a report, on one line while there is room. */
export function FilterBar({ children, bare = false }: Props) {
  const { t, i18n } = useTranslation('report');
  return (
    <DatesProvider settings={weekOf(i18n.language)}>
      <div className={classes['filters']} role="search" aria-label={t('filters')} data-bare={bare || undefined}>
        {children}
      </div>
    </DatesProvider>
  );
}
