import { Button, Group, Skeleton, Text } from '@mantine/core';
import { disableTwoFactor, getTwoFactor, makeRecoveryCodes } from '@ringside/core/contract/access/two-factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { userQuery } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { EnableTwoFactor } from './EnableTwoFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useConfirmed } from './use-confirmed.ts';
import { useTell } from '../../ui/use-tell.ts';

type Step =
  | { readonly kind: 'none' | 'enable' | 'disable' | 'renew' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const KEY = ['session', 'two-factor'];

/** Shows whether two-factor authentication is enabled, and lets the user change it. */
export function TwoFactor() {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const errorText = useErrorText();
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const state = useQuery({ queryKey: KEY, queryFn: () => call(getTwoFactor) });
  const enabledAt = state.data?.enabledAt ?? null;
  return (
    <Panel
      title={t('twoFactor.title')}
      description={t('twoFactor.hint')}
      actions={
        state.data ? (
          <StatusBadge tone={enabledAt ? 'ok' : 'idle'} icon={enabledAt ? ShieldCheck : ShieldOff}>
            {enabledAt ? t('twoFactor.on') : t('twoFactor.off')}
          </StatusBadge>
        ) : null
      }
    >
      {state.isError ? <EmptyState compact tone="bad" icon={TriangleAlert} title={errorText(state.error)} /> : null}
      {state.isPending ? <Skeleton height={36} /> : null}
      {state.data && enabledAt ? (
        <>
          <Text size="sm" mb="md">
            {t('twoFactor.since', { date: format.date(enabledAt) })} ·{' '}
            {t('codes.left', { count: state.data.recoveryCodesLeft })}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep({ kind: 'renew' })}>
              {t('codes.renew')}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setStep({ kind: 'disable' })}>
              {t('twoFactor.disable')}
            </Button>
          </Group>
        </>
      ) : null}
      {state.data && !enabledAt ? (
        <Button onClick={() => setStep({ kind: 'enable' })}>{t('twoFactor.enable')}</Button>
      ) : null}
      <StepDialogs step={step} onStep={setStep} />
    </Panel>
  );
}

interface StepProps {
  readonly step: Step;
  readonly onStep: (step: Step) => void;
}

function StepDialogs({ step, onStep }: StepProps) {
  const { t } = useTranslation('profile');
  const tell = useTell();
  const client = useQueryClient();
  const close = (): void => onStep({ kind: 'none' });
  const changed = (): void => {
    void client.invalidateQueries({ queryKey: KEY });
    // Two-factor set-up may have been a required action.
    void client.invalidateQueries({ queryKey: userQuery.queryKey });
    // Enabling it ends the user's other sessions.
    void client.invalidateQueries({ queryKey: ['session', 'list'] });
  };
  const showCodes = (codes: readonly string[]): void => {
    changed();
    onStep({ kind: 'codes', codes });
  };
  return (
    <>
      <Dialog opened={step.kind === 'enable'} onClose={close} title={t('twoFactor.enableTitle')}>
        <EnableTwoFactor
          onCancel={close}
          onEnabled={(codes) => {
            tell.done(t('twoFactor.enabled'));
            showCodes(codes);
          }}
        />
      </Dialog>
      <Dialog opened={step.kind === 'disable'} onClose={close} title={t('twoFactor.disableTitle')}>
        <Disable
          onCancel={close}
          onDone={() => {
            tell.done(t('twoFactor.disabled'));
            changed();
            close();
          }}
        />
      </Dialog>
      <Dialog opened={step.kind === 'renew'} onClose={close} title={t('codes.renew')}>
        <Renew onCancel={close} onMade={showCodes} />
      </Dialog>
      <Dialog opened={step.kind === 'codes'} onClose={close} title={t('codes.title')}>
        {step.kind === 'codes' ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

const EMPTY = { password: '', otp: '' };

function Disable({ onCancel, onDone }: { readonly onCancel: () => void; readonly onDone: () => void }) {
  const { t } = useTranslation('profile');
  const form = useConfirmed(disableTwoFactor.body, EMPTY, (body) => call(disableTwoFactor, { body }), onDone);
  return (
    <ConfirmForm
      hint={t('twoFactor.disableHint')}
      problem={form.problem}
      busy={form.busy}
      password={form.input('password')}
      code={form.input('otp')}
      submit={t('twoFactor.disable')}
      danger
      onSubmit={form.submit}
      onCancel={onCancel}
    />
  );
}

function Renew(props: { readonly onCancel: () => void; readonly onMade: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('profile');
  const form = useConfirmed(
    makeRecoveryCodes.body,
    EMPTY,
    (body) => call(makeRecoveryCodes, { body }),
    ({ recoveryCodes }) => props.onMade(recoveryCodes),
  );
  return (
    <ConfirmForm
      hint={t('codes.renewHint')}
      problem={form.problem}
      busy={form.busy}
      password={form.input('password')}
      code={form.input('otp')}
      submit={t('codes.renew')}
      onSubmit={form.submit}
      onCancel={props.onCancel}
    />
  );
}
