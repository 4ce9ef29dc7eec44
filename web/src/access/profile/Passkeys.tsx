import { Button, Group, Skeleton, Text } from '@mantine/core';
import { listPasskeys, MOST_PASSKEYS, type Passkey, deletePasskey } from '@ringside/core/contract/access/passkeys.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { canUsePasskeys } from '../../data/api/can-use-passkeys.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import { AddPasskey } from './AddPasskey.tsx';
import classes from './OwnSessions.module.css';
import { RenamePasskey } from './RenamePasskey.tsx';

const KEY = ['session', 'passkeys'] as const;

type Step = { readonly kind: 'none' | 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

/** The user's passkeys for sign-in without a password. */
export function Passkeys() {
  const { t } = useTranslation('profile');
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [available] = useState(canUsePasskeys);
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const list = useQuery({ queryKey: KEY, queryFn: () => call(listPasskeys) });
  const passkeys = list.data?.data ?? [];
  const close = (): void => setStep({ kind: 'none' });
  const done = (message: string): void => {
    tell.done(message);
    void client.invalidateQueries({ queryKey: KEY });
    close();
  };
  return (
    <Panel
      title={t('passkeys.title')}
      description={t('passkeys.hint')}
      flush
      actions={
        available && passkeys.length < MOST_PASSKEYS ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={() => setStep({ kind: 'add' })}
          >
            {t('passkeys.add')}
          </Button>
        ) : null
      }
    >
      {list.isError ? <EmptyState compact tone="bad" icon={TriangleAlert} title={errorText(list.error)} /> : null}
      {list.isPending ? <Skeleton height={48} width="auto" m="md" /> : null}
      {list.data && (passkeys.length === 0 || !available) ? (
        <Text size="sm" c="dimmed" px={20} pb="md">
          {available ? t('passkeys.none') : t('passkeys.unavailable')}
        </Text>
      ) : null}
      <ul className={classes['list']}>
        {passkeys.map((passkey) => (
          <Item key={passkey.id} passkey={passkey} onStep={(kind) => setStep({ kind, passkey })} />
        ))}
      </ul>
      <Dialog opened={step.kind === 'add'} onClose={close} title={t('passkeys.add')}>
        <AddPasskey onCancel={close} onAdded={() => done(t('passkeys.added'))} />
      </Dialog>
      <Dialog opened={step.kind === 'rename'} onClose={close} title={t('passkeys.renameTitle')}>
        {step.kind === 'rename' ? (
          <RenamePasskey passkey={step.passkey} onCancel={close} onRenamed={() => done(t('passkeys.renamed'))} />
        ) : null}
      </Dialog>
      <Dialog opened={step.kind === 'remove'} onClose={close} title={t('passkeys.removeTitle')}>
        {step.kind === 'remove' ? (
          <Remove passkey={step.passkey} onCancel={close} onRemoved={() => done(t('passkeys.removed'))} />
        ) : null}
      </Dialog>
    </Panel>
  );
}

interface ItemProps {
  readonly passkey: Passkey;
  readonly onStep: (kind: 'rename' | 'remove') => void;
}

function Item({ passkey, onStep }: ItemProps) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const { name, device, synced, createdAt, lastUsedAt } = passkey;
  const facts = [
    device,
    synced ? t('passkeys.synced') : '',
    t('passkeys.made', { date: format.date(createdAt) }),
    lastUsedAt ? t('passkeys.used', { date: format.dateTime(lastUsedAt) }) : t('passkeys.unused'),
  ];
  return (
    <li className={classes['item']}>
      <Fingerprint size={20} aria-hidden="true" className={classes['icon']} />
      <div className={classes['words']}>
        <bdi>{name}</bdi>
        <div className={classes['dim']}>{facts.filter((fact) => fact !== '').join(' · ')}</div>
      </div>
      <Group gap={8} justify="flex-end">
        {(['rename', 'remove'] as const).map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="xs"
            aria-label={`${t(`passkeys.${kind}`)}: ${name}`}
            onClick={() => onStep(kind)}
          >
            {t(`passkeys.${kind}`)}
          </Button>
        ))}
      </Group>
    </li>
  );
}

interface RemoveProps {
  readonly passkey: Passkey;
  readonly onCancel: () => void;
  readonly onRemoved: () => void;
}

function Remove({ passkey, onCancel, onRemoved }: RemoveProps) {
  const { t } = useTranslation(['profile', 'common']);
  const errorText = useErrorText();
  const remove = useMutation({
    mutationFn: () => call(deletePasskey, { params: { id: passkey.id } }),
    onSuccess: onRemoved,
  });
  return (
    <>
      <Text mb="md">{t('passkeys.removeHint', { name: passkey.name })}</Text>
      {remove.error ? <EmptyState compact tone="bad" icon={TriangleAlert} title={errorText(remove.error)} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('common:actions.cancel')}
        </Button>
        <Button color="red.8" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('passkeys.remove')}
        </Button>
      </Group>
    </>
  );
}
