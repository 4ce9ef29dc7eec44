import { ActionIcon, Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallMenuItems } from './CallMenuItems.tsx';
import { TransferDialog } from './TransferDialog.tsx';
import type { CallOnPage } from './use-call-commands.ts';

interface Props {
  readonly call: CallOnPage;
  readonly talking: boolean;
  readonly parked: boolean;
  readonly disabled: boolean;
}

/** Menu with the actions of one call in the table. */
export function CallMenu({ call, talking, parked, disabled }: Props) {
  const { t } = useTranslation('dashboard');
  // Keeps the call for which the dialog was opened.
  const [transferring, setTransferring] = useState<CallOnPage | null>(null);
  return (
    <>
      <Menu width={240} withinPortal position="bottom-end">
        <Menu.Target>
          <ActionIcon disabled={disabled} aria-label={t('callMenu.of', { name: call.who })}>
            <EllipsisVertical size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <CallMenuItems call={call} talking={talking} parked={parked} onTransfer={() => setTransferring(call)} />
        </Menu.Dropdown>
      </Menu>
      {transferring ? (
        <TransferDialog call={transferring} talking={talking} onClose={() => setTransferring(null)} />
      ) : null}
    </>
  );
}
