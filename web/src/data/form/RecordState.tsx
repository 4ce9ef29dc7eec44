import { Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';

/** Renders a record, or its loading, deleted or error state. */
export function RecordState<Row>({
  query,
  aside = false,
  children,
}: {
  readonly query: UseQueryResult<Row>;
  /** The record is only a part of the page (a drawer). The page stays usable without it. */
  readonly aside?: boolean;
  readonly children: (row: Row) => ReactNode;
}) {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) {
    const gone = query.error instanceof ProblemError && query.error.status === 404;
    if (gone && !aside) return <NotFoundPage />;
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
