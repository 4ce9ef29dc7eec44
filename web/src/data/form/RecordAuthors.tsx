import { Text } from '@mantine/core';
import type { RowAuthors } from '@ringside/core/contract/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import type { AnyRow, CrudResource } from '../list/crud-resource.ts';
import { authorsQuery } from '../list/resource-queries.ts';

interface Props {
  readonly resource: CrudResource;
  readonly row: AnyRow & { readonly createdAt?: unknown };
}

/** Shows below a form who created the record and who changed it last. Renders nothing if neither is known. */
export function RecordAuthors({ resource, row }: Props) {
  const { t } = useTranslation('common');
  const { dateTime } = useFormat();
  const { data } = useQuery(authorsQuery(resource, row));
  if (data === undefined) return null;
  const nameOf = ({ username, actedBy }: NonNullable<RowAuthors['createdBy']>): string =>
    actedBy === null
      ? isolated(username)
      : t('authors.actedFor', { acting: isolated(actedBy), name: isolated(username) });
  const { createdAt, createdBy, updatedAt, updatedBy } = data;
  const made =
    createdAt !== null && createdBy !== null
      ? t('authors.made', { at: dateTime(createdAt), name: nameOf(createdBy) })
      : typeof row.createdAt === 'string'
        ? t('authors.since', { at: dateTime(row.createdAt) })
        : null;
  const changed =
    updatedAt !== null && updatedBy !== null
      ? t('authors.changed', { at: dateTime(updatedAt), name: nameOf(updatedBy) })
      : null;
  return (
    <Text size="xs" c="dimmed" data-part="authors">
      {[made, changed].filter((line) => line !== null).join(' · ')}
    </Text>
  );
}

/** Isolates user names as left-to-right text in every language. */
const isolated = (name: string): string => `\u2066${name}\u2069`;
