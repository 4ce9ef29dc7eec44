import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import classes from './Import.module.css';
import { requiredFields } from '../form/schema-facts.ts';

interface Props {
  readonly schema: z.ZodObject;
  readonly label: (column: string) => string;
  /** Link next to the summary: a template file. */
  readonly children: ReactNode;
}

/** Lists the allowed and the required columns of a file. */
export function ImportColumns({ schema, label, children }: Props) {
  const { t } = useTranslation('common');
  const required = requiredFields(schema);
  const columns = Object.keys(schema.shape).toSorted((a, b) => Number(required.has(b)) - Number(required.has(a)));
  return (
    <div className={classes['columns']}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t('import.columns')}
        </Text>
        {children}
      </Group>
      <ul className={classes['names']} tabIndex={0} aria-label={t('import.columns')}>
        {columns.map((column) => (
          <li key={column} className={classes['name']}>
            <code dir="ltr">{column}</code>
            <span>{label(column)}</span>
            {required.has(column) ? <b>{t('import.required')}</b> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
