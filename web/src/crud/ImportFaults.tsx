import { Alert, Table } from '@mantine/core';
import type { ImportResult } from '@ringside/core/contract/import.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/use-format.ts';
import classes from './Import.module.css';

interface Props {
  readonly result: ImportResult;
  readonly label: (column: string) => string;
}

/** Nobody reads on beyond that; the file is mended and tried again. */
const SHOWN = 200;

/** What is wrong with a file, by line and column. */
export function ImportFaults({ result, label }: Props) {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const { errors } = result;
  return (
    <>
      <Alert
        color="red"
        role="alert"
        icon={<TriangleAlert />}
        title={t('import.faults', { count: errors.length, shown: number(errors.length) })}
      >
        {t('import.nothing')}
      </Alert>
      <div className={classes['faults']} tabIndex={0} role="region" aria-label={t('import.table')}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('import.line')}</Table.Th>
              <Table.Th>{t('import.column')}</Table.Th>
              <Table.Th>{t('import.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.slice(0, SHOWN).map(({ line, path, code, message }) => (
              <Table.Tr key={`${line} ${path} ${code}`}>
                <Table.Td>{number(line)}</Table.Td>
                <Table.Td>{path === '' ? t('import.wholeRow') : label(path.split('.')[0] ?? path)}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
