import { Alert, Button, FileInput, Group, Select, Textarea } from '@mantine/core';
import { HISTORY_KINDS, type HistoryImport, type HistoryKind } from '@ringside/core/contract/calls/import.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { upload } from '../../data/api/upload.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import classes from './Imports.module.css';

const ZONES = Intl.supportedValuesOf('timeZone');

/** Example of an alias: name in the log, and current interface. */
const ALIAS = 'Agent/7 = PJSIP/acme-101';

/** Form of an import: the file's PBX server, kind and time zone. */
export function ImportForm() {
  const { t } = useTranslation('history');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { timezone } = useUser();
  const [server, setServer] = useState<string | null>(null);
  const [kind, setKind] = useState<HistoryKind>('queue-log');
  const [zone, setZone] = useState(timezone);
  const [aliases, setAliases] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: (dryRun: boolean) =>
      upload<HistoryImport>(
        '/imports',
        {
          ...{
            serverId: server,
            kind,
            timeZone: zone,
            dryRun: String(dryRun),
            fileName: file?.name.slice(0, 200) ?? '',
          },
          ...(kind === 'cdr' || aliases.trim() === '' ? {} : { aliases }),
          ...(file === null ? {} : { writtenAt: new Date(file.lastModified).toISOString() }),
        },
        file ?? new Blob(),
        'application/octet-stream',
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['/imports'] }),
  });
  const ready = server !== null && file !== null && !send.isPending;
  return (
    <div className={classes['form']}>
      <RefSelect
        resource="endpoints"
        label={t('server')}
        value={server}
        onChange={(value) => setServer(typeof value === 'string' ? value : null)}
      />
      <Select
        label={t('kind')}
        data={HISTORY_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind(value ?? 'queue-log')}
      />
      <Select
        label={t('zone')}
        description={kind === 'queue-log' ? t('zoneNotNeeded') : t('zoneHint')}
        searchable
        data={ZONES.includes(zone) ? ZONES : [zone, ...ZONES]}
        value={zone}
        allowDeselect={false}
        onChange={(value) => setZone(value ?? timezone)}
      />
      <FileInput
        label={t(`paths.${kind}`)}
        description={t('packed')}
        value={file}
        onChange={setFile}
        disabled={send.isPending}
      />
      {kind === 'cdr' ? null : <Aliases value={aliases} onChange={setAliases} />}
      {send.isError ? (
        <Alert className={classes['wide']} color="red">
          {errorText(send.error)}
        </Alert>
      ) : null}
      <Group className={classes['wide']} justify="flex-end">
        <Button variant="default" disabled={!ready} onClick={() => send.mutate(true)}>
          {t('check')}
        </Button>
        <Button disabled={!ready} loading={send.isPending} onClick={() => send.mutate(false)}>
          {t('start')}
        </Button>
      </Group>
    </div>
  );
}

interface AliasesProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Maps agent names in the log to current interfaces. */
function Aliases({ value, onChange }: AliasesProps) {
  const { t } = useTranslation('history');
  return (
    <Textarea
      className={classes['wide']}
      label={t('aliases')}
      description={t('aliasesHint')}
      placeholder={ALIAS}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={4000}
      dir="ltr"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
