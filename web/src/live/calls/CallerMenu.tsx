import { ActionIcon, Menu, Stack, Text } from '@mantine/core';
import type { CallerRow } from '@ringside/core/live/state.ts';
import { ArrowUpToLine, EllipsisVertical, LogOut, PhoneForwarded } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWaiting } from '../../data/live/tally.ts';
import { useRow } from '../../data/live/hooks.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../dashboard/DialogButtons.tsx';
import { TransferDialog } from './TransferDialog.tsx';
import { useCallCommands } from './use-call-commands.ts';

interface Props {
  readonly caller: string;
  readonly row: CallerRow;
  readonly who: string;
  readonly disabled: boolean;
}

/** Menu with the actions for a waiting caller. */
export function CallerMenu({ caller, row, who, disabled }: Props) {
  const { t } = useTranslation('dashboard');
  const commands = useCallCommands();
  const [ask, setAsk] = useState<'transfer' | 'withdraw' | null>(null);
  const close = (): void => setAsk(null);
  return (
    <>
      <Menu width={240} withinPortal position="bottom-end">
        <Menu.Target>
          <ActionIcon disabled={disabled} aria-label={t('callers.actions', { name: who })}>
            <EllipsisVertical size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<ArrowUpToLine size={16} aria-hidden="true" />}
            disabled={row.position <= 1}
            onClick={() => void commands.toFront(row, who)}
          >
            {t('callers.toFront')}
          </Menu.Item>
          <Menu.Item leftSection={<PhoneForwarded size={16} aria-hidden="true" />} onClick={() => setAsk('transfer')}>
            {t('callMenu.transfer')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<LogOut size={16} aria-hidden="true" />}
            color="red"
            onClick={() => setAsk('withdraw')}
          >
            {t('callers.withdraw')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {ask === 'transfer' ? (
        <TransferDialog call={{ serverId: row.serverId, channel: row.channel, who }} talking={false} onClose={close} />
      ) : null}
      {ask === 'withdraw' ? <WithdrawDialog caller={caller} row={row} who={who} onClose={close} /> : null}
    </>
  );
}

function WithdrawDialog({ caller, row, who, onClose }: Omit<Props, 'disabled'> & { readonly onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  const commands = useCallCommands();
  const now = useRow('callers', caller);
  const gone = now === undefined || !isWaiting(now);
  return (
    <Dialog opened onClose={onClose} title={t('callers.withdrawTitle', { name: who })} size="sm">
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (!gone) void commands.withdraw(row, who);
          onClose();
        }}
      >
        <Stack gap="sm">
          <Text size="md">{t(gone ? 'callers.gone' : 'callers.withdrawText')}</Text>
          <DialogButtons label={t('callers.withdrawNow')} disabled={gone} onClose={onClose} red />
        </Stack>
      </form>
    </Dialog>
  );
}
