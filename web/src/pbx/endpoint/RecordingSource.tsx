import { Alert, Button, Group, PasswordInput, Select, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import {
  getRecordingSource,
  type RecordingSourceSettings,
  SOURCE_KINDS,
  testRecordingSource,
  updateRecordingSource,
} from '@ringside/core/contract/calls/recording-sources.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, PlugZap, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Configuration.module.css';

const keyOf = (serverId: number) => ['endpoints', 'recordings', serverId] as const;

/** Settings for fetching recordings from a PBX server. */
export function RecordingSource({ serverId }: { readonly serverId: number }) {
  const { t } = useTranslation('recording');
  const query = useQuery({
    queryKey: keyOf(serverId),
    queryFn: ({ signal }) => call(getRecordingSource, { params: { id: serverId }, signal }),
  });
  return (
    <Panel title={t('source.title')} description={t('source.hint')}>
      {query.isPending ? (
        <Skeleton height={96} />
      ) : (
        <RecordState query={query}>{(now) => <SourceForm key={serverId} now={now} />}</RecordState>
      )}
    </Panel>
  );
}

const useSource = (now: RecordingSourceSettings) => {
  const client = useQueryClient();
  const { serverId, hasSecret: _, ...stored } = now;
  const [values, setValues] = useState(() => ({ ...stored, secret: '' }));
  const params = { id: serverId };
  const save = useMutation({
    /** `test`: looks for the newest recording after saving. */
    mutationFn: async (test: boolean) => {
      const saved = await call(updateRecordingSource, { params, body: values });
      client.setQueryData(keyOf(serverId), saved);
      setValues((old) => ({ ...old, secret: '' }));
      return test ? call(testRecordingSource, { params }) : null;
    },
  });
  const set = <K extends keyof typeof values>(field: K, value: (typeof values)[K]): void => {
    setValues((old) => ({ ...old, [field]: value }));
    save.reset();
  };
  const wrong = (field: string): string | undefined =>
    save.error instanceof ProblemError ? save.error.errors.find((e) => e.path === field)?.message : undefined;
  return { values, set, save, wrong };
};
type Source = ReturnType<typeof useSource>;
type TextField = 'address' | 'username' | 'bucket' | 'region' | 'prefix' | 'pbxFolder';

function SourceForm({ now }: { readonly now: RecordingSourceSettings }) {
  const { t } = useTranslation('recording');
  const editable = useCan()('update', 'endpoint');
  const source = useSource(now);
  const { values, set, save } = source;
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault();
        save.mutate(false);
      }}
    >
      <fieldset disabled={!editable} className={classes['fieldset']}>
        <Stack gap="md">
          <Select
            label={t('source.kind')}
            description={t(`source.kindHints.${values.kind}`)}
            data={SOURCE_KINDS.map((kind) => ({ value: kind, label: t(`source.kinds.${kind}`) }))}
            value={values.kind}
            allowDeselect={false}
            onChange={(kind) => set('kind', kind ?? 'local')}
          />
          <div className={classes['fields']}>
            <Fields source={source} now={now} />
          </div>
          {values.kind === 'http' ? null : (
            <Switch
              label={t('source.mayDelete')}
              description={t('source.mayDeleteHint')}
              checked={values.mayDelete}
              onChange={(e) => set('mayDelete', e.currentTarget.checked)}
            />
          )}
          <Verdict source={source} />
          {editable ? (
            <Group justify="flex-end" gap="sm">
              <Button
                variant="light"
                leftSection={<PlugZap size={16} aria-hidden="true" />}
                loading={save.isPending && save.variables}
                onClick={() => save.mutate(true)}
              >
                {t('source.test')}
              </Button>
              <Button type="submit" loading={save.isPending && !save.variables}>
                {t('source.save')}
              </Button>
            </Group>
          ) : null}
        </Stack>
      </fieldset>
    </form>
  );
}

function Fields({ source, now }: { readonly source: Source; readonly now: RecordingSourceSettings }) {
  const { t } = useTranslation(['recording', 'common']);
  const { values, set, wrong } = source;
  const { kind } = values;
  const text = (
    field: TextField,
    label: string,
    more: { readonly placeholder?: string; readonly hint?: string } = {},
  ) => (
    <TextInput
      key={field}
      label={label}
      description={more.hint}
      placeholder={more.placeholder ?? ''}
      value={values[field]}
      error={wrong(field)}
      autoComplete="off"
      styles={{ input: { direction: 'ltr' } }}
      onChange={(e) => set(field, e.currentTarget.value)}
    />
  );
  const secret = (label: string) => (
    <PasswordInput
      key="secret"
      label={label}
      placeholder={now.hasSecret ? t('source.secretKept') : ''}
      value={values.secret}
      error={wrong('secret')}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common:form.show'), tabIndex: 0 }}
      onChange={(e) => set('secret', e.currentTarget.value)}
    />
  );
  const pbxFolder = text('pbxFolder', t('source.pbxFolder'), {
    placeholder: '/var/spool/asterisk/recording',
    hint: t('source.pbxFolderHint'),
  });
  if (kind === 'local') return [text('address', t('source.folder'), { placeholder: 'pbx1' }), pbxFolder];
  if (kind === 's3') {
    return [
      text('address', t('source.addresses.s3'), { placeholder: 'https://s3.eu-west-1.amazonaws.com' }),
      text('bucket', t('source.bucket')),
      text('region', t('source.region'), { placeholder: 'us-east-1' }),
      text('prefix', t('source.prefix'), { placeholder: 'pbx1/' }),
      text('username', t('source.accessKey')),
      secret(t('source.secretKey')),
      pbxFolder,
    ];
  }
  const placeholder = kind === 'ari' ? 'http://pbx.example.com:8088/ari' : 'https://files.example.com/recordings';
  return [
    text('address', t(`source.addresses.${kind}`), { placeholder }),
    text('username', t('source.username')),
    secret(t(kind === 'ari' ? 'source.secret' : 'source.token')),
    pbxFolder,
  ];
}

function Verdict({ source: { save } }: { readonly source: Source }) {
  const { t } = useTranslation('recording');
  const errorText = useErrorText();
  const found = save.data ?? null;
  const good = found?.verdict === 'found' || found?.verdict === 'reached';
  return (
    <div aria-live="polite">
      {save.isError ? (
        <Alert color="red" icon={<TriangleAlert />}>
          {errorText(save.error)}
        </Alert>
      ) : null}
      {found !== null && good ? (
        <p className={classes['good']}>
          <CircleCheck size={18} aria-hidden="true" /> {t(`source.verdicts.${found.verdict}`, { file: found.file })}
        </p>
      ) : null}
      {found !== null && !good ? (
        <Alert color="yellow" variant="light" icon={<TriangleAlert />}>
          {t(`source.verdicts.${found.verdict}`, { file: found.file })}
        </Alert>
      ) : null}
    </div>
  );
}
