import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type Endpoint, endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useSave } from '../../data/list/resource-queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMaintenanceText } from '../../ui/use-maintenance-text.ts';
import { useTell } from '../../ui/use-tell.ts';

const MINUTES = [30, 60, 120, 240, 480] as const;
const OPEN = 'open';

/** Starts or ends maintenance of a PBX server. Maintenance suppresses its alerts. */
export function MaintenanceDialog({ row, onClose }: { readonly row: Endpoint | null; readonly onClose: () => void }) {
  const { t } = useTranslation('endpoint');
  return (
    <Dialog opened={row !== null} onClose={onClose} title={t('maintenance.title', { name: row?.name ?? '' })}>
      {row === null ? null : <Maintenance key={row.version} row={row} onClose={onClose} />}
    </Dialog>
  );
}

function Maintenance({ row, onClose }: { readonly row: Endpoint; readonly onClose: () => void }) {
  const { t } = useTranslation(['endpoint', 'common']);
  const errorText = useErrorText();
  const maintenanceText = useMaintenanceText();
  const tell = useTell();
  const save = useSave(endpoints, row);
  const [minutes, setMinutes] = useState<string>('60');
  const [reason, setReason] = useState(row.maintenanceReason);
  const write = (maintenance: boolean): void => {
    const until = minutes === OPEN ? null : new Date(Date.now() + Number(minutes) * 60_000).toISOString();
    const body = maintenance
      ? { maintenance, maintenanceUntil: until, maintenanceReason: reason.trim() }
      : { maintenance };
    save.mutate(body, {
      onSuccess: () => {
        tell.done(t(maintenance ? 'maintenance.begun' : 'maintenance.ended', { name: row.name }));
        onClose();
      },
    });
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('maintenance.hint')}</Text>
      {row.maintenance ? (
        <Text fw={600}>{maintenanceText({ until: row.maintenanceUntil, reason: row.maintenanceReason })}</Text>
      ) : null}
      <Select
        label={t('maintenance.for')}
        value={minutes}
        allowDeselect={false}
        onChange={(value) => setMinutes(value ?? OPEN)}
        data={[
          ...MINUTES.map((each) => ({
            value: String(each),
            label: each < 60 ? t('maintenance.minutes', { count: each }) : t('maintenance.hours', { count: each / 60 }),
          })),
          { value: OPEN, label: t('maintenance.open') },
        ]}
      />
      <TextInput
        label={t('maintenance.reason')}
        description={t('maintenance.reasonHint')}
        value={reason}
        maxLength={255}
        onChange={(e) => setReason(e.currentTarget.value)}
      />
      {save.isError ? (
        <Alert color="red" icon={<TriangleAlert />} role="alert">
          {errorText(save.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        {row.maintenance ? (
          <Button variant="default" loading={save.isPending} onClick={() => write(false)}>
            {t('maintenance.end')}
          </Button>
        ) : null}
        <Button loading={save.isPending} onClick={() => write(true)}>
          {row.maintenance ? t('maintenance.change') : t('maintenance.begin')}
        </Button>
      </Group>
    </Stack>
  );
}
