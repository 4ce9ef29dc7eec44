import { use } from 'react';
import { useCan } from '../api/use-can.ts';
import { ExportMenu } from '../list/ExportMenu.tsx';
import { FilesContext } from '../list/files-context.ts';

interface Props {
  /** Name of the table in the report's route. */
  readonly table: string;
  /** Name of the table on the page. */
  readonly name: string;
}

/** Export menu for one table of a report. */
export function TableFile({ table, name }: Props) {
  const files = use(FilesContext);
  const can = useCan();
  if (files === null || !can('export', 'report')) return null;
  return <ExportMenu path={files.path} query={() => ({ ...files.narrowed, table })} of={name} title={null} />;
}
