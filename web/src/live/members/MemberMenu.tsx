import { ActionIcon, Menu } from '@mantine/core';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { ArrowRightLeft, EllipsisVertical, Gauge, Pause, PhoneOff, Play, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallMenuItems } from '../calls/CallMenuItems.tsx';
import { MemberDialog, type MemberAsk } from './MemberDialog.tsx';
import { TransferDialog } from '../calls/TransferDialog.tsx';
import type { CallOnPage } from '../calls/use-call-commands.ts';
import { useMemberCommands } from './use-member-commands.ts';

interface Props {
  readonly row: MemberRow;
  readonly disabled: boolean;
}

/** Menu with the actions for an agent. Actions that need a value open a dialog. */
export function MemberMenu({ row, disabled }: Props) {
  const { t } = useTranslation('dashboard');
  const commands = useMemberCommands();
  const [ask, setAsk] = useState<MemberAsk | null>(null);
  const name = row.name || row.interface;
  const channel = row.channel;
  const call = channel === null ? null : { serverId: row.serverId, channel, who: name };
  const [transferring, setTransferring] = useState<CallOnPage | null>(null);
  return (
    <>
      <Menu width={240} withinPortal>
        <Menu.Target>
          <ActionIcon disabled={disabled} aria-label={t('menu.of', { name })}>
            <EllipsisVertical size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {row.paused ? (
            <Menu.Item
              leftSection={<Play size={16} aria-hidden="true" />}
              onClick={() => void commands.unpause(row, true)}
            >
              {t('menu.unpause')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<Pause size={16} aria-hidden="true" />} onClick={() => setAsk('pause')}>
              {t('menu.pause')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<ArrowRightLeft size={16} aria-hidden="true" />} onClick={() => setAsk('move')}>
            {t('menu.move')}
          </Menu.Item>
          <Menu.Item leftSection={<UserPlus size={16} aria-hidden="true" />} onClick={() => setAsk('add')}>
            {t('menu.add')}
          </Menu.Item>
          <Menu.Item leftSection={<Gauge size={16} aria-hidden="true" />} onClick={() => setAsk('penalty')}>
            {t('menu.penalty')}
          </Menu.Item>
          {row.incall || row.ringing ? (
            <>
              <Menu.Divider />
              <CallMenuItems call={call} talking={row.incall} parked={false} onTransfer={() => setTransferring(call)} />
            </>
          ) : null}
          <Menu.Divider />
          <Menu.Item
            leftSection={<PhoneOff size={16} aria-hidden="true" />}
            disabled={channel === null}
            onClick={() => setAsk('hangUp')}
          >
            {t('menu.hangUp')}
          </Menu.Item>
          <Menu.Item
            leftSection={<UserMinus size={16} aria-hidden="true" />}
            color="red"
            onClick={() => void commands.remove(row)}
          >
            {t('menu.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {transferring ? (
        <TransferDialog call={transferring} talking={row.incall} onClose={() => setTransferring(null)} />
      ) : null}
      {ask ? <MemberDialog ask={ask} row={row} onClose={() => setAsk(null)} /> : null}
    </>
  );
}
