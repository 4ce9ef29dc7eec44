import { Alert, Button, Menu, Stack } from '@mantine/core';
import {
  rotateSubscriberSecret,
  type SipAccount,
  type Subscriber,
  subscribers,
} from '@ringside/core/contract/subscribers/subscriber.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ChevronDown, Info, KeyRound, Lock, LockOpen, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { RecordState } from '../../data/form/RecordState.tsx';
import { RemoveDialog } from '../../data/form/RemoveDialog.tsx';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { oneQuery, useSave } from '../../data/list/resource-queries.ts';
import { RowStateBadge } from '../../data/list/RowStateBadge.tsx';
import { useReasonText } from '../../data/form/use-reason-text.ts';
import { useRowStates } from '../../data/list/use-row-states.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Num } from '../../ui/Num.tsx';
import { Parts } from '../../ui/page/PartBoundary.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { useTell } from '../../ui/use-tell.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { lineKey } from './line-states.ts';
import { LineStatus } from './LineStatus.tsx';
import { RegistrationPanel } from './RegistrationPanel.tsx';
import { ShowSecretDialog } from './ShowSecretDialog.tsx';
import { subscriberInputs } from './subscriber-inputs.tsx';
import { useLineStates } from './use-line-states.ts';
import { VoicemailPanel } from './VoicemailPanel.tsx';
import { useRemoveWords } from './use-remove-words.ts';

const OF_BOX = ['voicemailEmail', 'voicemailGreeting', 'voicemailBusyGreeting', 'voicemailNameGreeting'];

const FORWARDS = ['forwardAlways', 'forwardBusy', 'forwardNoAnswer', 'forwardUnregistered'];
/** Returns whether a text has enough digits to be an external number. */
const mayBeOutside = (text: unknown): boolean => typeof text === 'string' && text.replace(/[^0-9]/g, '').length > 6;

const shown = (field: string, values: Readonly<Record<string, unknown>>): boolean => {
  if (field === 'forwardShows') return FORWARDS.some((each) => mayBeOutside(values[each]));
  if (field === 'voicemailAttach') return values['voicemail'] === true && values['voicemailEmail'] !== '';
  return !OF_BOX.includes(field) || values['voicemail'] === true;
};

export function SubscriberPage() {
  const { t } = useTranslation('subscriber');
  const { subscriber: id } = useParams({ from: '/app/subscribers/$subscriber' });
  const query = useQuery(oneQuery(subscribers, id));
  const can = useCan();
  usePageTitle(query.data ? `${query.data.extension} ${query.data.name}` : t('words.title'));
  return (
    <RecordState query={query}>
      {(row) => (
        <>
          <PageHeader
            title={
              <>
                <Num>{row.extension}</Num> <bdi>{row.name}</bdi>
              </>
            }
            mark={<LiveMark line={row} />}
            description={
              <>
                <Num>{row.sipUsername}</Num> · <bdi>{row.serverName}</bdi> · <bdi>{row.customerName}</bdi>
              </>
            }
            actions={<Actions line={row} />}
          />
          <Stack gap="md">
            <Parts>
              <OnPbx id={row.id} />
              <RegistrationPanel id={row.id} />
              <VoicemailPanel line={row} />
              <ResourceForm
                key={row.version}
                resource={subscribers}
                row={row}
                readOnly={!can('update', 'subscriber')}
                hidden={can('read', 'user') ? [] : ['userId']}
                inputs={subscriberInputs(
                  () => row.customerId,
                  () => row.serverId,
                )}
                shown={shown}
                onSaved={() => undefined}
                onReload={() => void query.refetch()}
              />
            </Parts>
          </Stack>
        </>
      )}
    </RecordState>
  );
}

/** Shows why the PBX does not have the current configuration. */
function OnPbx({ id }: { readonly id: string }) {
  const { t } = useTranslation(['subscriber', 'provisioning']);
  const reasonText = useReasonText();
  const row = useRowStates('subscriber', [id]).get(id);
  if (row === undefined || row.state === 'applied') return null;
  const bad = row.state === 'failed' || row.state === 'drift';
  return (
    <Alert
      variant="light"
      color={bad ? 'red' : 'blue'}
      icon={bad ? <TriangleAlert /> : <Info />}
      title={t(`provisioning:rowStates.${row.state}`)}
    >
      {row.state === 'off'
        ? t('notWritten')
        : row.reason === null
          ? t(`provisioning:rowHints.${row.state}`)
          : reasonText(row.reason, row.params)}
    </Alert>
  );
}

function LiveMark({ line }: { readonly line: Subscriber }) {
  const live = useLineStates();
  const state = useRowStates('subscriber', [line.id]).get(line.id);
  return (
    <>
      <LineStatus status={line.status} live={live.get(lineKey(line.serverId, line.sipUsername))} />
      {state ? <RowStateBadge row={state} /> : null}
    </>
  );
}

function Actions({ line }: { readonly line: Subscriber }) {
  const { t } = useTranslation(['subscriber', 'common']);
  const removeWords = useRemoveWords();
  const can = useCan();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const tell = useTell();
  const save = useSave(subscribers, line);
  const [asking, setAsking] = useState(false);
  const [rotating, setRotating] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [account, setAccount] = useState<SipAccount | null>(null);
  if (!can('update', 'subscriber')) return null;
  const locked = line.status === 'locked';
  const Icon = locked ? LockOpen : Lock;
  const toggle = (): void =>
    save.mutate({ status: locked ? 'active' : 'locked' }, { onError: (error) => tell.failed(errorText(error)) });
  return (
    <>
      <Button leftSection={<KeyRound size={16} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t('secret.show')}
      </Button>
      <Menu width={240}>
        <Menu.Target>
          <Button
            variant="default"
            loading={save.isPending}
            rightSection={<ChevronDown size={16} aria-hidden="true" />}
          >
            {t('common:actions.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<RefreshCw size={16} aria-hidden="true" />} onClick={() => setRotating(true)}>
            {t('secret.rotate')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon size={16} aria-hidden="true" />} onClick={toggle}>
            {locked ? t('unlock') : t('lock')}
          </Menu.Item>
          {can('delete', 'subscriber') ? <DeleteItem onClick={() => setLeaving(true)} /> : null}
        </Menu.Dropdown>
      </Menu>
      <ShowSecretDialog
        line={asking ? line : null}
        onClose={() => setAsking(false)}
        onShown={(shown) => {
          setAsking(false);
          setAccount(shown);
        }}
      />
      <RotateDialog
        line={rotating ? line : null}
        onClose={() => setRotating(false)}
        onRotated={(made) => {
          setRotating(false);
          setAccount(made);
        }}
      />
      <AccountDialog account={account} onClose={() => setAccount(null)} />
      <RemoveDialog
        resource={subscribers}
        row={leaving ? line : null}
        consequence={removeWords(line)}
        onClose={() => setLeaving(false)}
        onDone={() => void navigate({ to: '/subscribers' })}
      />
    </>
  );
}

function RotateDialog({
  line,
  onClose,
  onRotated,
}: {
  readonly line: Subscriber | null;
  readonly onClose: () => void;
  readonly onRotated: (account: SipAccount) => void;
}) {
  const { t } = useTranslation(['subscriber', 'common']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const tell = useTell();
  const rotate = useMutation({
    mutationFn: (id: string) => call(rotateSubscriberSecret, { params: { id } }),
    gcTime: 0,
    onSuccess: (account) => {
      onRotated(account);
      void client.invalidateQueries({ queryKey: oneQuery(subscribers, account.id).queryKey });
    },
    onError: (error) => tell.failed(errorText(error)),
  });
  return (
    <Dialog opened={line !== null} onClose={onClose} title={t('secret.rotate')}>
      <Stack gap="md">
        <span>{t('secret.rotateHint')}</span>
        <Stack gap="xs">
          <Button color="red.8" loading={rotate.isPending} onClick={() => line && rotate.mutate(line.id)}>
            {t('secret.rotate')}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:actions.cancel')}
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}
