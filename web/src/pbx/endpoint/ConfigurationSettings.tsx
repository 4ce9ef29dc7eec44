import {
  Alert,
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Radio,
  Select,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { PBX_DRIVERS } from '@ringside/core/pbx/options/pbx-drivers.ts';
import type { Endpoint } from '@ringside/core/contract/pbx/endpoint.ts';
import { checkProvisioning, type Provisioning, updateProvisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, PlugZap, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Configuration.module.css';
import { RunProblemText } from './RunProblemText.tsx';
import { provisioningQuery, useRefreshProvisioning } from './use-provisioning.ts';

const CHECKS = [0, 15, 60, 360, 1440] as const;

const valuesOf = (now: Provisioning) => ({
  enabled: now.enabled,
  driver: now.driver,
  username: now.username || 'ringside-provisioning',
  secret: '',
  port: now.port,
  tls: now.tls,
  checkMinutes: now.checkMinutes,
});

const useSettings = (now: Provisioning) => {
  const client = useQueryClient();
  const refresh = useRefreshProvisioning();
  const [values, setValues] = useState(() => valuesOf(now));
  const save = useMutation({
    /** `test`: tests the PBX with the saved settings. */
    mutationFn: async (test: boolean): Promise<Provisioning> => {
      const { secret, ...rest } = values;
      const saved = await call(updateProvisioning, {
        params: { id: now.serverId },
        body: { ...rest, ...(secret === '' ? {} : { secret }) },
      });
      return test ? call(checkProvisioning, { params: { id: now.serverId } }) : saved;
    },
    onSuccess: async (after) => {
      setValues((old) => ({ ...old, secret: '' }));
      client.setQueryData(provisioningQuery(now.serverId).queryKey, after);
      await refresh();
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

type Settings = ReturnType<typeof useSettings>;

/** The second AMI login, and whether the console writes to this server. */
export function ConfigurationSettings({ now, server }: { readonly now: Provisioning; readonly server: Endpoint }) {
  const { t } = useTranslation('provisioning');
  const errorText = useErrorText();
  const editable = useCan()('update', 'endpoint');
  const settings = useSettings(now);
  const { values, set, save } = settings;
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    save.mutate(false);
  };
  return (
    <Panel title={t('settings.title')} description={t('settings.hint')}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!editable} className={classes['fieldset']}>
          <Stack gap="md">
            <Switch
              label={t('settings.enabled')}
              description={t('settings.enabledHint')}
              checked={values.enabled}
              onChange={(e) => set('enabled', e.currentTarget.checked)}
            />
            <DriverField settings={settings} now={now} />
            <div className={classes['fields']}>
              <LoginFields settings={settings} now={now} />
              <LinkFields settings={settings} server={server} />
            </div>
            <Switch
              label={t('settings.tls')}
              checked={values.tls}
              onChange={(e) => set('tls', e.currentTarget.checked)}
            />
            <div aria-live="polite">
              {save.isError ? (
                <Alert color="red" icon={<TriangleAlert />}>
                  {errorText(save.error)}
                </Alert>
              ) : null}
              {save.isSuccess && save.variables ? <Verdict after={save.data} /> : null}
            </div>
            {editable ? (
              <Group justify="flex-end" gap="sm">
                <Button
                  variant="light"
                  leftSection={<PlugZap size={16} aria-hidden="true" />}
                  disabled={!values.enabled || (!now.hasSecret && values.secret === '')}
                  loading={save.isPending && save.variables}
                  onClick={() => save.mutate(true)}
                >
                  {t('settings.test')}
                </Button>
                <Button type="submit" loading={save.isPending && !save.variables}>
                  {t('settings.save')}
                </Button>
              </Group>
            ) : null}
          </Stack>
        </fieldset>
      </form>
    </Panel>
  );
}

function DriverField({ settings, now }: { readonly settings: Settings; readonly now: Provisioning }) {
  const { t } = useTranslation('provisioning');
  const { values, set, wrong } = settings;
  return (
    <Radio.Group
      label={t('settings.driver')}
      value={values.driver}
      error={wrong('driver')}
      onChange={(value) => set('driver', value)}
    >
      <Stack gap="xs" mt="xs">
        {PBX_DRIVERS.map((driver) => {
          const offered = driver === 'files' || now.databaseOffered;
          return (
            <Radio
              key={driver}
              value={driver}
              disabled={!offered}
              label={t(`drivers.${driver}`)}
              description={offered ? t(`driverHints.${driver}`) : t('settings.driverRefused')}
            />
          );
        })}
        {values.driver === 'database' && now.driver !== 'database' ? (
          <Alert color="yellow" variant="light" icon={<TriangleAlert />}>
            {t('settings.driverRestart')}
          </Alert>
        ) : null}
      </Stack>
    </Radio.Group>
  );
}

function LoginFields({ settings, now }: { readonly settings: Settings; readonly now: Provisioning }) {
  const { t } = useTranslation(['provisioning', 'common']);
  const { values, set, wrong } = settings;
  return (
    <>
      <TextInput
        label={t('settings.username')}
        value={values.username}
        error={wrong('username')}
        autoComplete="off"
        styles={{ input: { direction: 'ltr' } }}
        onChange={(e) => set('username', e.currentTarget.value)}
      />
      <PasswordInput
        label={t('settings.secret')}
        placeholder={now.hasSecret ? t('settings.secretKept') : ''}
        value={values.secret}
        error={wrong('secret')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:form.show'), tabIndex: 0 }}
        onChange={(e) => set('secret', e.currentTarget.value)}
      />
    </>
  );
}

function LinkFields({ settings, server }: { readonly settings: Settings; readonly server: Endpoint }) {
  const { t } = useTranslation('provisioning');
  const { values, set, wrong } = settings;
  return (
    <>
      <NumberInput
        label={t('settings.port')}
        description={t('settings.portHint', { port: server.amiPort })}
        value={values.port === 0 ? '' : values.port}
        placeholder={String(server.amiPort)}
        min={0}
        max={65535}
        allowDecimal={false}
        error={wrong('port')}
        onChange={(value) => set('port', Number(value) || 0)}
      />
      <Select
        label={t('settings.check')}
        description={t('settings.checkHint')}
        data={[...new Set<number>([...CHECKS, values.checkMinutes])].map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? t('settings.checkNever') : t('settings.checkEvery', { count: minutes }),
        }))}
        value={String(values.checkMinutes)}
        allowDeselect={false}
        onChange={(value) => set('checkMinutes', Number(value))}
      />
    </>
  );
}

/** Result of the test. The lines below show which includes are missing. */
function Verdict({ after }: { readonly after: Provisioning }) {
  const { t } = useTranslation('provisioning');
  const missing = after.includes.filter((line) => line.state === 'missing').length;
  if (after.problem !== null)
    return (
      <Alert color="red" variant="light" icon={<TriangleAlert />} title={t('settings.testFailed')}>
        <RunProblemText problem={after.problem} />
      </Alert>
    );
  if (missing > 0)
    return (
      <Alert color="yellow" variant="light" icon={<TriangleAlert />}>
        {t('settings.testMissing', { count: missing })}
      </Alert>
    );
  return (
    <p className={classes['good']}>
      <CircleCheck size={18} aria-hidden="true" />{' '}
      {after.includes.every((line) => line.state === 'present') ? t('settings.testGood') : t('settings.testLogin')}
    </p>
  );
}
