import type { ServerRow } from '@ringside/core/live/state.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';

/** Shows the time of the last data from a disconnected or stale server. */
export function AsOf({ server }: { readonly server: ServerRow }) {
  const { t } = useTranslation('dashboard');
  const { time } = useFormat();
  return <span>{t('servers.asOf', { time: time(server.lastEventAt ?? server.since) })}</span>;
}
