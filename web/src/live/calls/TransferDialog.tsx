import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../dashboard/DialogButtons.tsx';
import { isDiallable, NumberInput } from './NumberInput.tsx';
import { type CallOnPage, useCallCommands } from './use-call-commands.ts';

interface Props {
  readonly call: CallOnPage;
  /** The call is answered, which an attended transfer requires. */
  readonly talking: boolean;
  readonly onClose: () => void;
}

/** Transfers a call, blind or attended. */
export function TransferDialog({ call, talking, onClose }: Props) {
  const { t } = useTranslation('dashboard');
  const commands = useCallCommands();
  const [number, setNumber] = useState('');
  const [how, setHow] = useState('blind');
  const attended = how === 'attended' && talking;
  return (
    <Dialog opened onClose={onClose} title={t('transfer.title', { name: call.who })} size="sm">
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (!isDiallable(number)) return;
          void commands.transfer(call, number, attended);
          onClose();
        }}
      >
        <Stack gap="sm">
          <NumberInput label={t('transfer.to')} serverId={call.serverId} value={number} onChange={setNumber} />
          {talking ? (
            <SegmentedControl
              fullWidth
              aria-label={t('transfer.how')}
              value={how}
              onChange={setHow}
              data={[
                { value: 'blind', label: t('transfer.blind') },
                { value: 'attended', label: t('transfer.attended') },
              ]}
            />
          ) : null}
          <Text size="sm" c="dimmed">
            {t(attended ? 'transfer.attendedHint' : talking ? 'transfer.blindHint' : 'transfer.waitingHint')}
          </Text>
          <DialogButtons label={t('transfer.now')} disabled={!isDiallable(number)} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
