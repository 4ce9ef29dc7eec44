import { Alert, Button, FileInput, Group, Progress, Stack, Table } from '@mantine/core';
import type { DIRECTIONS } from '@ringside/core/contract/billing/plan-terms.ts';
import type { Plan } from '@ringside/core/contract/billing/plan.ts';
import {
  RATE_COLUMNS,
  RATE_EXAMPLE,
  type RateColumn,
  type RateImport,
  getRateImport,
  RateRow,
} from '@ringside/core/contract/billing/rates.ts';
import { Download } from 'lucide-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { upload as send } from '../../data/api/upload.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { ImportColumns } from '../../data/import/ImportColumns.tsx';
import { keepCsv } from '../../data/import/keep-csv.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './Plans.module.css';

const LABELS = {
  prefix: 'rates.prefix',
  destinationName: 'rates.destination',
  destinationGroup: 'rates.group',
  ratePerMinute: 'rates.perMinuteLong',
  connectFee: 'rates.connectFee',
  initialSeconds: 'rates.initial',
  incrementSeconds: 'rates.increment',
  freeSeconds: 'rates.free',
  graceSeconds: 'rates.grace',
  minCharge: 'rates.minCharge',
  maxCharge: 'rates.maxCharge',
  timing: 'import.timing',
  blocked: 'import.blocked',
  effectiveFrom: 'rates.from',
  effectiveUntil: 'rates.until',
} as const satisfies Readonly<Record<RateColumn, string>>;

interface Props {
  readonly plan: Plan;
  readonly direction: (typeof DIRECTIONS)[number];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Imports rates from CSV, after an optional check. Imports all rows or none. */
export function ImportRates({ plan, direction, opened, onClose }: Props) {
  const { t } = useTranslation(['plan', 'common']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const upload = useMutation({
    mutationFn: (dryRun: boolean) =>
      send<RateImport>(
        `/plans/${plan.id}/rates/import`,
        { direction, dryRun: String(dryRun) },
        file ?? new Blob(),
        'text/csv',
      ),
    onSuccess: (done) => (done.dryRun ? undefined : client.invalidateQueries({ queryKey: ['/plans'] })),
  });
  const { data: progress } = useQuery({
    queryKey: ['/plans', 'import', plan.id],
    queryFn: ({ signal }) => call(getRateImport, { params: { id: plan.id }, signal }),
    enabled: upload.isPending,
    refetchInterval: 400,
    gcTime: 0,
  });
  const known = (progress?.added ?? 0) + (progress?.changed ?? 0);
  const share = progress?.state === 'writing' && known > 0 ? 50 + (50 * progress.written) / known : 25;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('import.title')} size="lg">
      <Stack>
        <ImportColumns schema={RateRow} label={(column) => t(LABELS[column as RateColumn])}>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Download size={14} aria-hidden="true" />}
            onClick={() => keepCsv('rates-template.csv', [RATE_COLUMNS, RATE_EXAMPLE])}
          >
            {t('common:import.template')}
          </Button>
        </ImportColumns>
        <FileInput
          label={t('import.file')}
          description={t('import.hint')}
          accept=".csv,text/csv"
          value={file}
          onChange={setFile}
          disabled={upload.isPending}
        />
        {upload.isPending ? (
          <div role="status">
            <Progress value={share} animated aria-label={t('import.running', { count: progress?.rows ?? 0 })} />
            {t('import.running', { count: progress?.rows ?? 0 })}
          </div>
        ) : null}
        {upload.isError ? <Alert color="red">{errorText(upload.error)}</Alert> : null}
        {upload.data && !upload.isPending ? <Report result={upload.data} /> : null}
        <Group justify="flex-end">
          <Button variant="default" disabled={file === null || upload.isPending} onClick={() => upload.mutate(true)}>
            {t('import.check')}
          </Button>
          <Button disabled={file === null} loading={upload.isPending} onClick={() => upload.mutate(false)}>
            {t('import.write')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Report({ result }: { readonly result: RateImport }) {
  const { t } = useTranslation('plan');
  const { added, changed, unchanged, wrongRows, errors, dryRun, state } = result;
  if (state === 'done')
    return (
      <Alert color="teal" role="status" title={t(dryRun ? 'import.checked' : 'import.done')}>
        {t('import.counts', { added, changed, unchanged })}
      </Alert>
    );
  return (
    <>
      <Alert color="red" role="alert" title={t('import.refused', { count: wrongRows })}>
        {t('import.nothing')}
      </Alert>
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('import.errors')}>
        <Table className={classes['faults'] ?? ''} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('import.line')}</Table.Th>
              <Table.Th>{t('import.column')}</Table.Th>
              <Table.Th>{t('import.value')}</Table.Th>
              <Table.Th>{t('import.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.slice(0, 200).map((e) => (
              <Table.Tr key={`${e.line} ${e.path} ${e.code}`}>
                <Table.Td>{e.line}</Table.Td>
                <Table.Td>
                  <bdi dir="ltr">{e.path}</bdi>
                </Table.Td>
                <Table.Td>
                  <bdi>{e.value}</bdi>
                </Table.Td>
                <Table.Td>{e.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
