import { Button, Skeleton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../EmptyState.tsx';
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
  /** What is said instead of a report in which nothing is. */
  readonly empty: (report: Report) => ReactNode | null;
  readonly children: (report: Report) => ReactNode;
}

/** A report that is there, is empty, or could not be read. The one before stays, faded, while another is on its way. */
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

/** While nothing is there yet: where the figures, the chart and the table will stand. */
function Coming() {
  return (
    <div className={classes['page']} aria-hidden="true">
      {[140, 280, 320].map((height) => (
        <Skeleton key={height} height={height} radius="lg" />
      ))}
    </div>
  );
}
