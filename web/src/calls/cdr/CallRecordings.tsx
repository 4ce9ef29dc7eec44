import { Alert, Badge, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { CallRecording, getCall } from '@ringside/core/contract/calls/cdr.ts';
import { deleteRecording, holdRecording } from '@ringside/core/contract/calls/recordings.ts';
import type { ResponseOf } from '@ringside/core/contract/route.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call as ask } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import { type Neighbours, RecordingPlayer } from './RecordingPlayer.tsx';
import classes from './RecordingPlayer.module.css';

type OneCall = ResponseOf<typeof getCall>;

interface Props {
  readonly call: OneCall;
  readonly neighbours: Neighbours;
  readonly atOnce: boolean;
}

/** Recordings of a call, with playback, download, hold and deletion. */
export function CallRecordings({ call, neighbours, atOnce }: Props) {
  const { t } = useTranslation('recording');
  const can = useCan();
  if (call.recordings.length === 0) return null;
  const first = call.recordings.find((recording) => recording.status === 'available');
  return (
    <section className={classes['recordings']} aria-label={t('heading')}>
      {call.recordings.map((recording) => (
        <div key={recording.id} className={classes['recording']}>
          <Says recording={recording} />
          {recording.status === 'available' ? (
            <RecordingPlayer recording={recording} neighbours={neighbours} atOnce={atOnce && recording === first} />
          ) : (
            <Text size="sm" c="dimmed">
              {t(`statuses.${recording.status}`)}
            </Text>
          )}
          {recording.status === 'available' && call.recordingDeletable && can('delete', 'recording') ? (
            <Delete call={call} recording={recording} />
          ) : null}
        </div>
      ))}
      <Hold call={call} />
    </section>
  );
}

/** Names a recording, if a call has several. */
function Says({ recording }: { readonly recording: CallRecording }) {
  const { t } = useTranslation('recording');
  const { time } = useFormat();
  if (recording.kind === 'call') return null;
  return (
    <Text size="sm" fw={500}>
      {t('byHand', { name: recording.begunBy, at: time(recording.startAt) })}
    </Text>
  );
}

const useChanged = (id: string) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['cdr', 'one', id] });
};

function Hold({ call }: { readonly call: OneCall }) {
  const { t } = useTranslation(['recording', 'common']);
  const can = useCan();
  const errorText = useErrorText();
  const changed = useChanged(call.id);
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const id = call.recordings[0]?.id ?? call.id;
  const held = call.recordingHold !== null;
  const hold = useMutation({
    mutationFn: (next: boolean) => ask(holdRecording, { params: { id }, body: { held: next, reason } }),
    onSuccess: async () => {
      setAsked(false);
      setReason('');
      await changed();
    },
  });
  if (!can('update', 'recording')) {
    return held ? (
      <Badge variant="light" color="gray" leftSection={<Lock size={12} aria-hidden="true" />}>
        {t('held')}
      </Badge>
    ) : null;
  }
  return (
    <>
      <Switch
        size="sm"
        label={t('hold')}
        description={t(call.recordingHold === 'customer' ? 'heldByCustomer' : 'holdHint')}
        checked={held}
        disabled={call.recordingHold === 'customer'}
        onChange={() => setAsked(true)}
      />
      <Dialog opened={asked} onClose={() => setAsked(false)} title={t(held ? 'letGo' : 'hold')} size="sm">
        <form
          onSubmit={(e) => {
            e.preventDefault();
            hold.mutate(!held);
          }}
        >
          <Stack gap="md">
            <Text size="sm">{t(held ? 'letGoHint' : 'holdHint')}</Text>
            <TextInput
              label={t('reason')}
              description={t('reasonHint')}
              maxLength={255}
              value={reason}
              data-autofocus
              onChange={(e) => setReason(e.currentTarget.value)}
            />
            {hold.isError ? (
              <Alert color="red" role="alert">
                {errorText(hold.error)}
              </Alert>
            ) : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsked(false)}>
                {t('common:actions.cancel')}
              </Button>
              <Button type="submit" loading={hold.isPending}>
                {t(held ? 'letGo' : 'hold')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

function Delete({ call, recording }: { readonly call: OneCall; readonly recording: CallRecording }) {
  const { t } = useTranslation(['recording', 'common']);
  const tell = useTell();
  const errorText = useErrorText();
  const changed = useChanged(call.id);
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => ask(deleteRecording, { params: { id: recording.id } }),
    onSuccess: async () => {
      tell.done(t('deleted'));
      setAsked(false);
      await changed();
    },
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        leftSection={<Trash2 size={14} aria-hidden="true" />}
        disabled={call.recordingHold !== null}
        onClick={() => setAsked(true)}
      >
        {t('delete')}
      </Button>
      <Dialog opened={asked} onClose={() => setAsked(false)} title={t('deleteTitle')} size="sm">
        <Stack gap="md">
          <Text size="sm">{t('deleteHint')}</Text>
          {remove.isError ? (
            <Alert color="red" role="alert">
              {errorText(remove.error)}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => setAsked(false)}>
              {t('common:actions.cancel')}
            </Button>
            <Button color="red.8" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('delete')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
