import { use } from 'react';
import { useCan } from '../api/use-can.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { FilesContext } from './files-context.ts';

interface Props {
  /** As its report's route names it. */
  readonly table: string;
  /** As the page names it. */
  readonly name: string;
}

/** One table of a report as a file. */
export function TableFile({ table, name }: Props) {
  const files = use(FilesContext);
  const can = useCan();
  if (files === null || !can('export', 'report')) return null;
  return <ExportMenu path={files.path} query={() => ({ ...files.narrowed, table })} of={name} title={null} />;
}
