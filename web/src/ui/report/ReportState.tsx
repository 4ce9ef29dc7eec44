import { Button, Skeleton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../page/EmptyState.tsx';
import classes from './Report.module.css';

interface Props<Report> {
  readonly query: {
    readonly data: Report | undefined;
    readonly error: unknown;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly errorText: (error: unknown) => string;
  readonly failed: string;
  /** Returns the message for a report without data, or null. */
  readonly empty: (report: Report) => ReactNode | null;
  readonly children: (report: Report) => ReactNode;
}

/** Renders a report or its loading, empty or error state. While a new report loads, the previous one stays and is faded. */
export function ReportState<Report>({ query, errorText, failed, empty, children }: Props<Report>) {
  const { t } = useTranslation('common');
  const { data, error } = query;
  if (data === undefined) {
    if (error === null) return <Coming />;
    return (
      <EmptyState
        icon={TriangleAlert}
        tone="bad"
        title={failed}
        action={
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('actions.retry')}
          </Button>
        }
      >
        {errorText(error)}
      </EmptyState>
    );
  }
  const nothing = empty(data);
  if (nothing !== null) return <div className={classes['panel']}>{nothing}</div>;
  return (
    <div className={classes['page']} data-faded={query.isPlaceholderData || undefined}>
      {children(data)}
    </div>
  );
}

/** Placeholders for the figures, the chart and the table. */
function Coming() {
  return (
    <div className={classes['page']} aria-hidden="true">
      {[140, 280, 320].map((height) => (
        <Skeleton key={height} height={height} radius="lg" />
      ))}
    </div>
  );
}
