import { Menu } from '@mantine/core';
import {
  CircleParking,
  CircleStop,
  Disc,
  Ear,
  type LucideIcon,
  MessageCircleMore,
  PhoneForwarded,
  PhoneIncoming,
  UsersRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { type CallOnPage, type Hearing, useCallCommands } from './use-call-commands.ts';

interface Props {
  readonly call: CallOnPage | null;
  /** The call is answered, so it can be listened to, parked and recorded. */
  readonly talking: boolean;
  readonly parked: boolean;
  readonly onTransfer: () => void;
}

const HEARING: readonly (readonly [Hearing, LucideIcon])[] = [
  ['Listen', Ear],
  ['Whisper', MessageCircleMore],
  ['Barge', UsersRound],
];

/** Menu items with call actions, for calls and agents. */
export function CallMenuItems({ call, talking, parked, onTransfer }: Props) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const commands = useCallCommands();
  // Users who may not hear recordings may neither listen to calls nor record them.
  const hears = can('read', 'recording');
  const idle = call === null || !talking;
  return (
    <>
      {hears
        ? HEARING.map(([how, Icon]) => (
            <Menu.Item
              key={how}
              leftSection={<Icon size={16} aria-hidden="true" />}
              disabled={idle || parked}
              onClick={() => call && void commands.hear(call, how)}
            >
              {t(`callMenu.${how}`)}
            </Menu.Item>
          ))
        : null}
      {hears ? <Menu.Divider /> : null}
      <Menu.Item
        leftSection={<PhoneForwarded size={16} aria-hidden="true" />}
        disabled={call === null}
        onClick={onTransfer}
      >
        {t('callMenu.transfer')}
      </Menu.Item>
      {parked ? (
        <Menu.Item
          leftSection={<PhoneIncoming size={16} aria-hidden="true" />}
          disabled={call === null}
          onClick={() => call && void commands.pickUp(call)}
        >
          {t('callMenu.pickUp')}
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<CircleParking size={16} aria-hidden="true" />}
          disabled={idle}
          onClick={() => call && void commands.park(call)}
        >
          {t('callMenu.park')}
        </Menu.Item>
      )}
      {hears ? (
        <>
          <Menu.Item
            leftSection={<Disc size={16} aria-hidden="true" />}
            disabled={idle || parked}
            onClick={() => call && void commands.record(call)}
          >
            {t('callMenu.record')}
          </Menu.Item>
          <Menu.Item
            leftSection={<CircleStop size={16} aria-hidden="true" />}
            disabled={call === null}
            onClick={() => call && void commands.stopRecord(call)}
          >
            {t('callMenu.stopRecord')}
          </Menu.Item>
        </>
      ) : null}
    </>
  );
}
