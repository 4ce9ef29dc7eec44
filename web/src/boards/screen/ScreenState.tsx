import { CloudOff, EyeOff, LoaderCircle, Radio, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSocketState } from '../../data/live/hooks.ts';
import { isLive, isRenewal } from '../../data/live/socket-state.ts';
import { lastMessageAt, store } from '../../data/live/live.ts';
import { useFormat } from '../../ui/use-format.ts';
import { useMaintenanceText } from '../../ui/use-maintenance-text.ts';
import { useUnseenText } from './use-unseen.ts';
import classes from './WallScreen.module.css';
import type { WallData } from '../tiles/wall-context.ts';

/** Shows how current the figures are: live, the time of the last data, or the PBX servers without data. */
export function ScreenState({ data }: { readonly data: WallData }) {
  const { t } = useTranslation('wallboard');
  const { time } = useFormat();
  const maintenanceText = useMaintenanceText();
  const unseenText = useUnseenText(data.board.timezone);
  const state = useSocketState();
  const heard = lastMessageAt();
  if (!isLive(state) && !isRenewal(state)) {
    const text = heard === null ? t('show.connecting') : t('show.reconnecting', { time: time(heard) });
    return (
      <p className={classes['state']} data-tone="warn" role="status">
        <LoaderCircle aria-hidden="true" /> {text}
      </p>
    );
  }
  const [away] = [...data.stale].flatMap((id) => store.row('servers', String(id)) ?? []);
  if (away?.maintenance)
    return (
      <p className={classes['state']} data-tone="warn" role="status">
        <Wrench aria-hidden="true" />{' '}
        {t('show.pbxMaintained', { pbx: away.name, state: maintenanceText(away.maintenance) })}
      </p>
    );
  if (away)
    return (
      <p className={classes['state']} data-tone="warn" role="status">
        <CloudOff aria-hidden="true" />{' '}
        {t('show.pbxAway', {
          pbx: away.name,
          time: time(away.connected ? (away.lastEventAt ?? away.since) : away.since),
        })}
      </p>
    );
  const last = data.day?.unseen.at(-1);
  return (
    <>
      {last === undefined ? null : (
        <p className={classes['state']} data-tone="warn">
          <EyeOff aria-hidden="true" /> <bdi>{unseenText(last)}</bdi>
        </p>
      )}
      <p className={classes['state']} data-tone="ok" role="status">
        <Radio aria-hidden="true" /> {t('show.live')}
      </p>
    </>
  );
}
