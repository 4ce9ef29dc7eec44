import { Alert, Button, Table } from '@mantine/core';
import type { ImportResult } from '@ringside/core/contract/import.ts';
import { Download, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Import.module.css';
import { keepCsv } from './keep-csv.ts';

interface Props {
  readonly result: ImportResult;
  readonly label: (column: string) => string;
  /** Name of the file that contains all errors. */
  readonly fileName: string;
}

/** Maximum number of errors in the dialog. The error file has all of them. */
const SHOWN = 200;

/** Lists the errors of a file by line and column. */
export function ImportFaults({ result, label, fileName }: Props) {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const { errors } = result;
  const columnOf = (path: string): string => (path === '' ? t('import.wholeRow') : label(path.split('.')[0] ?? path));
  const keep = (): void =>
    keepCsv(fileName, [
      [t('import.line'), t('import.column'), t('import.reason')],
      ...errors.map(({ line, path, message }) => [String(line), columnOf(path), message]),
    ]);
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
      <Button
        variant="subtle"
        size="xs"
        leftSection={<Download size={14} aria-hidden="true" />}
        onClick={keep}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('import.keepFaults')}
      </Button>
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
                <Table.Td>{columnOf(path)}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
