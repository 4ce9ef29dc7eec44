import { Alert, Autocomplete, Button, Group } from '@mantine/core';
import { bindPlanCarrier } from '@ringside/core/contract/billing/plan-carriers.ts';
import type { Plan } from '@ringside/core/contract/billing/plan.ts';
import { trunks } from '@ringside/core/contract/routing/trunk.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import form from '../../data/form/ResourceForm.module.css';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';

/** Returns the names of trunks that the console manages on a PBX. The PBX may have others. */
const useKnownTrunks = (serverId: string | null): readonly string[] => {
  const can = useCan();
  const query = { serverId: serverId ?? '', perPage: 200 };
  const { data } = useQuery({
    queryKey: ['/trunks', 'devices', query],
    queryFn: ({ signal }) => call(trunks.routes.list, { query: query as never, signal }),
    enabled: serverId !== null && can('read', 'trunk'),
  });
  if (data === undefined || !('data' in data)) return [];
  return data.data.map(({ code }) => `PJSIP/trunk.${code}`);
};

export function BindCarrier({ plan, onDone }: { readonly plan: Plan; readonly onDone: () => void }) {
  const { t } = useTranslation(['plan', 'common']);
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { errors, showProblem, clear } = useFieldErrors();
  const [serverId, setServerId] = useState<string | null>(null);
  const [device, setDevice] = useState('');
  const known = useKnownTrunks(serverId);
  const bind = useMutation({
    mutationFn: () =>
      call(bindPlanCarrier, { params: { id: plan.id }, body: { serverId: Number(serverId), device: device.trim() } }),
    onSuccess: async () => {
      tell.done(t('carriers.bound', { device: `\u2066${device.trim()}\u2069` }));
      await client.invalidateQueries({ queryKey: ['/plans'] });
      onDone();
    },
    onError: showProblem,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (serverId !== null && device.trim() !== '' && !bind.isPending) bind.mutate();
  };
  const placed = errors['device'] ?? errors['serverId'];
  return (
    <form noValidate onSubmit={submit} className={form['form']}>
      <section className={form['section']}>
        <div className={form['fields']}>
          <RefSelect
            resource="endpoints"
            label={t('carriers.server')}
            required
            value={serverId}
            onChange={(value) => {
              setServerId(typeof value === 'string' ? value : null);
              clear('serverId');
            }}
            error={errors['serverId']}
          />
          <Autocomplete
            label={t('carriers.device')}
            description={t('carriers.deviceHint')}
            dir="ltr"
            required
            data={[...known]}
            value={device}
            onChange={(value) => {
              setDevice(value);
              clear('device');
            }}
            error={errors['device']}
          />
        </div>
      </section>
      {bind.error && placed === undefined ? (
        <Alert color="red" title={t('common:form.failed')} role="alert">
          {errorText(bind.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" className={form['actions']}>
        <Button variant="default" onClick={onDone}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={bind.isPending} disabled={serverId === null || device.trim() === ''}>
          {t('carriers.bind')}
        </Button>
      </Group>
    </form>
  );
}
