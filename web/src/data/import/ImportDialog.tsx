import { Alert, Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core';
import type { ImportResult } from '@ringside/core/contract/import.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { CircleCheck, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFormat } from '../../ui/use-format.ts';
import type { CrudResource } from '../list/crud-resource.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportFaults } from './ImportFaults.tsx';
import { keepCsv } from './keep-csv.ts';
import { NotText, useImport } from './use-import.ts';
import { useResourceText } from '../list/use-resource-text.ts';

/** Declared by `importOf` of the contract. */
export interface Importable {
  readonly row: z.ZodObject;
  readonly routes: { readonly import: Route };
}

interface Props {
  readonly resource: CrudResource;
  readonly imported: Importable;
  /** Label key of a column that is not a field of the resource: maps the column to a field. */
  readonly labels: Readonly<Record<string, string>>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Validates a file as soon as it is chosen. A file without errors can be imported, all rows or none. */
export function ImportDialog({ resource, imported, labels, opened, onClose }: Props) {
  const { t } = useTranslation('common');
  const texts = useResourceText(resource.name);
  const columns = Object.keys(imported.row.shape);
  const label = (column: string): string => texts.field(labels[column] ?? column);
  const [file, setFile] = useState<File | null>(null);
  const step = useImport(
    imported.routes.import,
    // An exported list uses the labels on screen as column names.
    Object.fromEntries(columns.map((column) => [label(column), column])),
  );
  const choose = (next: File | null): void => {
    setFile(next);
    step.reset();
    if (next) step.mutate({ file: next, dryRun: true });
  };
  const close = (): void => {
    // A running import continues and reports here, so the dialog stays open.
    if (step.isPending) return;
    setFile(null);
    step.reset();
    onClose();
  };
  const result = step.isPending ? undefined : step.data;
  const ready = result?.dryRun === true && result.errors.length === 0;
  const done = result?.dryRun === false && result.errors.length === 0;
  return (
    <Dialog opened={opened} onClose={close} title={t('import.title', { what: texts.word('title') })} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('import.hint')}
        </Text>
        <ImportColumns schema={imported.row} label={label}>
          <TemplateButton fileName={`${resource.path.slice(1)}-template.csv`} columns={columns} />
        </ImportColumns>
        <FileInput
          label={t('import.file')}
          placeholder={t('import.choose')}
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          value={file}
          onChange={choose}
          disabled={step.isPending}
          clearable
          clearButtonProps={{ 'aria-label': t('actions.clear') }}
        />
        {step.isPending ? (
          <Stack gap={6} role="status">
            <Text size="sm">{t(step.variables.dryRun ? 'import.checking' : 'import.writing')}</Text>
            <Progress value={100} animated striped aria-label={t('import.title', { what: texts.word('title') })} />
          </Stack>
        ) : null}
        <Refusal error={step.error} />
        {result && result.errors.length > 0 ? (
          <ImportFaults result={result} label={label} fileName={`${resource.path.slice(1)}-faults.csv`} />
        ) : null}
        {result && (ready || done) ? <Fine result={result} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={step.isPending}>
            {t(done ? 'actions.close' : 'actions.cancel')}
          </Button>
          {done ? null : (
            <Button
              disabled={!ready}
              loading={step.isPending && !step.variables.dryRun}
              onClick={() => file && step.mutate({ file, dryRun: false })}
            >
              {t('import.write')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

interface TemplateProps {
  readonly fileName: string;
  readonly columns: readonly string[];
}

function TemplateButton({ fileName, columns }: TemplateProps) {
  const { t } = useTranslation('common');
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<Download size={14} aria-hidden="true" />}
      onClick={() => keepCsv(fileName, [columns])}
    >
      {t('import.template')}
    </Button>
  );
}

/** Reports that all rows are valid or already imported. */
function Fine({ result: { dryRun, rows, ignored } }: { readonly result: ImportResult }) {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const title = t(dryRun ? 'import.ready' : 'import.done', { count: rows, shown: number(rows) });
  return (
    <Alert color="teal" role="status" icon={<CircleCheck />} title={title}>
      {ignored.length > 0 ? <Ignored names={ignored} /> : null}
    </Alert>
  );
}

function Ignored({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('common');
  const { list } = useFormat();
  return <Text size="sm">{t('import.ignored', { names: list(names.map((name) => `\u2068${name}\u2069`)) })}</Text>;
}

function Refusal({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  if (error === null) return null;
  const reasons = error instanceof ProblemError ? error.errors.map((e) => e.message).filter(Boolean) : [];
  const isFileAtFault = error instanceof NotText || reasons.length > 0;
  return (
    <Alert color="red" role="alert" icon={<TriangleAlert />} title={isFileAtFault ? t('import.refused') : undefined}>
      {error instanceof NotText ? t('import.notText') : reasons.join(' · ') || errorText(error)}
    </Alert>
  );
}
