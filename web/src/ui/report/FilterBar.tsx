import { DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/he';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Parts } from '../page/PartBoundary.tsx';
import classes from './Report.module.css';
import { weekOf } from '../week-of.ts';

interface Props {
  readonly children: ReactNode;
  /** Inside a panel, without its own border. */
  readonly bare?: boolean;
}

/** Filters of a report, on one line if they fit. */
export function FilterBar({ children, bare = false }: Props) {
  const { t, i18n } = useTranslation('report');
  return (
    <DatesProvider settings={weekOf(i18n.language)}>
      <div className={classes['filters']} role="search" aria-label={t('filters')} data-bare={bare || undefined}>
        <Parts small>{children}</Parts>
      </div>
    </DatesProvider>
  );
}
