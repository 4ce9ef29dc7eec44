import { Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

/** One record: while it loads, when it is gone, when it cannot be read, and when it is there. */
export function RecordState<Row>({
  query,
  children,
}: {
  readonly query: UseQueryResult<Row>;
  readonly children: (row: Row) => ReactNode;
}) {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) {
    const gone = query.error instanceof ProblemError && query.error.status === 404;
    return (
      <EmptyState
        icon={gone ? SearchX : TriangleAlert}
        tone="bad"
        title={t('form.loadFailed')}
        action={
          gone ? null : (
            <Button variant="default" onClick={() => void query.refetch()}>
              {t('actions.retry')}
            </Button>
          )
        }
      >
        {errorText(query.error)}
      </EmptyState>
    );
  }
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton height={28} width={260} />
      <Skeleton height={180} radius="lg" />
      <Skeleton height={180} radius="lg" />
    </Stack>
  );
}
