import { Button, Stack } from '@mantine/core';
import { type Subscriber, subscribers } from '@ringside/core/contract/subscribers/subscriber.ts';
import { getVoicemail, rotateVoicemailPin, type VoicemailPin } from '@ringside/core/contract/subscribers/voicemail.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, MailOpen, Voicemail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useTell } from '../../ui/use-tell.ts';
import classes from './Registration.module.css';

const ASK_AGAIN_MS = 30_000;

/** Messages in the line's voicemail box, and a reset of its PIN. */
export function VoicemailPanel({ line }: { readonly line: Subscriber }) {
  const { t } = useTranslation('subscriber');
  const can = useCan();
  const [asking, setAsking] = useState(false);
  const box = useQuery({
    queryKey: [subscribers.path, 'voicemail', line.id, line.version],
    queryFn: ({ signal }) => call(getVoicemail, { params: { id: line.id }, signal }),
    enabled: line.voicemail,
    refetchInterval: ASK_AGAIN_MS,
  });
  const { fresh = null, old = null, reason = null } = box.data ?? {};
  return (
    <Panel
      title={t('box.title')}
      description={t('box.hint')}
      actions={
        line.voicemail && can('update', 'subscriber') ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<KeyRound size={14} aria-hidden="true" />}
            onClick={() => setAsking(true)}
          >
            {t('box.newPin')}
          </Button>
        ) : null
      }
    >
      {!line.voicemail ? (
        <p className={classes['none']}>{t('box.off')}</p>
      ) : fresh === null || old === null ? (
        <p className={classes['none']}>{reason === 'away' || box.isError ? t('box.away') : t('registration.asking')}</p>
      ) : (
        <p className={classes['none']}>
          {fresh + old === 0 ? (
            <StatusBadge tone="idle" icon={MailOpen}>
              {t('box.none')}
            </StatusBadge>
          ) : (
            <>
              <StatusBadge tone={fresh > 0 ? 'accent' : 'idle'} icon={Voicemail}>
                {t('box.fresh', { count: fresh })}
              </StatusBadge>{' '}
              {t('box.old', { count: old })}
            </>
          )}
        </p>
      )}
      <NewPinDialog line={line} opened={asking} onClose={() => setAsking(false)} />
    </Panel>
  );
}

interface DialogProps {
  readonly line: Subscriber;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function NewPinDialog({ line, opened, onClose }: DialogProps) {
  const { t } = useTranslation(['subscriber', 'common']);
  const errorText = useErrorText();
  const tell = useTell();
  const client = useQueryClient();
  const [made, setMade] = useState<VoicemailPin | null>(null);
  const rotate = useMutation({
    mutationFn: () => call(rotateVoicemailPin, { params: { id: line.id } }),
    gcTime: 0,
    onSuccess: (pin) => {
      setMade(pin);
      void client.invalidateQueries({ queryKey: oneQuery(subscribers, line.id).queryKey });
    },
    onError: (error) => tell.failed(errorText(error)),
  });
  const close = (): void => {
    setMade(null);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t('box.pinTitle', { extension: line.extension })}>
      <Stack gap="md">
        {made === null ? (
          <>
            <span>{t('box.newPinHint')}</span>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
              {t('box.newPin')}
            </Button>
            <Button variant="default" onClick={close} data-autofocus>
              {t('common:actions.cancel')}
            </Button>
          </>
        ) : (
          <>
            <CopyField label={t('box.pin')} value={made.pin} />
            <Button onClick={close}>{t('box.kept')}</Button>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
