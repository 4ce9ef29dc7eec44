import { Button } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../api/use-can.ts';
import type { CrudResource } from '../list/crud-resource.ts';
import { type Importable, ImportDialog } from './ImportDialog.tsx';

interface Props {
  readonly resource: CrudResource;
  readonly imported: Importable;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Button that opens the import of many records from a file. */
export function ImportButton({ resource, imported, labels = {} }: Props) {
  const { t } = useTranslation('common');
  const can = useCan();
  const [opened, setOpened] = useState(false);
  if (!can('create', resource.name)) return null;
  return (
    <>
      <Button variant="default" leftSection={<FileUp size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('import.action')}
      </Button>
      <ImportDialog
        resource={resource}
        imported={imported}
        labels={labels}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
