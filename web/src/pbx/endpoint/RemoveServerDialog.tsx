import { Alert, Checkbox, Code, Loader, Stack, Text } from '@mantine/core';
import { type Endpoint, endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import { type PbxFootprint, getProvisioningFootprint } from '@ringside/core/contract/pbx/pbx-footprint.ts';
import { useQuery } from '@tanstack/react-query';
import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Configuration.module.css';
import { RunProblemText } from './RunProblemText.tsx';

interface Props {
  /** null: closed. */
  readonly row: Endpoint | null;
  readonly onClose: () => void;
}

/** Confirms the deletion of a server, and asks whether to remove the console's configuration from the PBX. */
export function RemoveServerDialog({ row, onClose }: Props) {
  const { t } = useTranslation('endpoint');
  const [wish, setWish] = useState<boolean | null>(null);
  const footprint = useQuery({
    queryKey: ['/provisioning', 'footprint', row?.id],
    queryFn: ({ signal }) => call(getProvisioningFootprint, { params: { id: row?.id ?? 0 }, signal }),
    enabled: row !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const found = footprint.data;
  const canRemove = found !== undefined && found.configured && found.problem === null && row?.maintenance !== true;
  const isRemoved = canRemove && (wish ?? true);
  const close = (): void => {
    setWish(null);
    onClose();
  };
  return (
    <RemoveDialog
      resource={endpoints}
      row={row}
      consequence={t('removeHint')}
      {...(isRemoved ? { query: { removeConfiguration: 'true' } } : {})}
      waiting={footprint.isFetching}
      questions={
        footprint.isFetching ? (
          <Text mt="md" role="status" className={classes['asking'] ?? ''}>
            <Loader size="xs" aria-hidden="true" /> {t('footprint.asking')}
          </Text>
        ) : found?.configured ? (
          <Stack gap="sm" mt="md">
            <Found found={found} />
            {canRemove ? (
              <Checkbox
                label={t('footprint.remove')}
                description={t('footprint.removeHint')}
                checked={isRemoved}
                onChange={(e) => setWish(e.currentTarget.checked)}
              />
            ) : found.problem === null ? (
              <Alert color="yellow" variant="light" icon={<Info />} title={t('footprint.maintenance')} />
            ) : (
              <Alert color="yellow" variant="light" icon={<TriangleAlert />} title={t('footprint.away')}>
                <RunProblemText problem={found.problem} />
              </Alert>
            )}
            <ByHand found={found} isRemoved={isRemoved} />
          </Stack>
        ) : null
      }
      onClose={close}
    />
  );
}

/** Counts the files, table rows and sounds that the console has on the PBX. */
function Found({ found }: { readonly found: PbxFootprint }) {
  const { t } = useTranslation('endpoint');
  const format = useFormat();
  const { files, rows, sounds, rateTables, foreign } = found;
  const counted = (key: 'rows' | 'sounds' | 'rateTables' | 'foreign', count: number) =>
    count === 0 ? null : <li>{t(`footprint.${key}`, { count, shown: format.number(count) })}</li>;
  return (
    <div>
      <Text fw={600}>{t('footprint.title')}</Text>
      <ul className={classes['footprint']}>
        {files.map(({ name, sections }) => (
          <li key={name}>
            <bdi dir="ltr" className={classes['file']}>
              {name}
            </bdi>
            {found.problem === null
              ? ` (${t('footprint.sections', { count: sections, shown: format.number(sections) })})`
              : null}
          </li>
        ))}
        {files.length === 0 ? <li>{t('footprint.noFiles')}</li> : null}
        {counted('rows', rows)}
        {counted('sounds', sounds)}
        {counted('rateTables', rateTables)}
        {counted('foreign', foreign)}
      </ul>
    </div>
  );
}

/** Lists the steps for manual removal: what AMI cannot remove, or everything if the configuration stays. */
function ByHand({ found, isRemoved }: { readonly found: PbxFootprint; readonly isRemoved: boolean }) {
  const { t } = useTranslation('endpoint');
  return (
    <details className={classes['byHand']} open={!isRemoved}>
      <summary>{t(isRemoved ? 'footprint.rest' : 'footprint.byHand')}</summary>
      {isRemoved ? null : <Lines file={t('footprint.shell')} lines={found.commands} />}
      {found.lines.map(({ file, lines }) => (
        <Lines key={file} file={file} lines={lines} />
      ))}
    </details>
  );
}

function Lines({ file, lines }: { readonly file: string; readonly lines: readonly string[] }) {
  const { t } = useTranslation('provisioning');
  return (
    <div className={classes['fileLines']}>
      <bdi dir="ltr" className={classes['file']}>
        {file}
      </bdi>
      <Code block dir="ltr" tabIndex={0} aria-label={t('prepare.linesOf', { file })}>
        {lines.join('\n')}
      </Code>
    </div>
  );
}
