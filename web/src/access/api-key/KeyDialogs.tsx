import { Alert, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ApiKey, type NewApiKey, revokeApiKey, rotateApiKey } from '@ringside/core/contract/access/api-key.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

const HOURS = ['0', '1', '24', '168'] as const;

/** Issues a new secret with the same permissions. The old one stays valid for a while, so that programs keep working. */
export function RotateDialog({
  row,
  onClose,
  onDone,
}: {
  readonly row: ApiKey | null;
  readonly onClose: () => void;
  readonly onDone: (key: NewApiKey) => void;
}) {
  const { t } = useTranslation('apikey');
  const client = useQueryClient();
  const [hours, setHours] = useState<string>('24');
  const rotate = useMutation({
    mutationFn: (id: string) => call(rotateApiKey, { params: { id }, body: { overlapHours: Number(hours) } }),
    onSuccess: (key) => {
      void client.invalidateQueries({ queryKey: ['/apikeys'] });
      onDone(key);
    },
  });
  return (
    <KeyDialog
      row={row}
      title={t('rotate.title', { name: row?.name ?? '' })}
      hint={t('rotate.hint')}
      error={rotate.error}
      busy={rotate.isPending}
      submit={t('rotate.action')}
      onClose={onClose}
      onSubmit={(key) => rotate.mutate(key.id)}
    >
      <Select
        label={t('rotate.overlap')}
        data={HOURS.map((h) => ({ value: h, label: h === '0' ? t('rotate.now') : t('hours', { count: Number(h) }) }))}
        value={hours}
        allowDeselect={false}
        onChange={(value) => setHours(value ?? '24')}
      />
    </KeyDialog>
  );
}

/** Revokes a key immediately. Its record remains. */
export function RevokeDialog({ row, onClose }: { readonly row: ApiKey | null; readonly onClose: () => void }) {
  const { t } = useTranslation('apikey');
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [ends, setEnds] = useState(true);
  const revoke = useMutation({
    mutationFn: (id: string) =>
      call(revokeApiKey, { params: { id }, body: { reason, accounts: ends ? 'disable' : 'keep' } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['/apikeys'] });
      onClose();
    },
  });
  return (
    <KeyDialog
      row={row}
      title={t('revoke.title', { name: row?.name ?? '' })}
      hint={t('revoke.hint')}
      error={revoke.error}
      busy={revoke.isPending}
      submit={t('revoke.action')}
      danger
      onClose={onClose}
      onSubmit={(key) => revoke.mutate(key.id)}
    >
      <TextInput
        label={t('revoke.reason')}
        value={reason}
        maxLength={255}
        onChange={(e) => setReason(e.currentTarget.value)}
      />
      {row === null || row.createdAccounts === 0 ? null : (
        <Checkbox
          label={t('revoke.accounts', { count: row.createdAccounts })}
          description={t('revoke.accountsHint')}
          checked={ends}
          onChange={(e) => setEnds(e.currentTarget.checked)}
        />
      )}
    </KeyDialog>
  );
}

function KeyDialog(props: {
  readonly row: ApiKey | null;
  readonly title: string;
  readonly hint: string;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly submit: string;
  readonly danger?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit: (row: ApiKey) => void;
}) {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  const { row } = props;
  return (
    <Dialog opened={row !== null} onClose={props.onClose} title={props.title}>
      <Stack gap="md">
        <Text c="dimmed">{props.hint}</Text>
        {props.error ? (
          <Alert color="red" icon={<TriangleAlert />} title={errorText(props.error)} role="alert" />
        ) : null}
        {props.children}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {t('actions.cancel')}
          </Button>
          <Button
            {...(props.danger ? { color: 'red.8' } : {})}
            loading={props.busy}
            onClick={() => row && props.onSubmit(row)}
          >
            {props.submit}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
