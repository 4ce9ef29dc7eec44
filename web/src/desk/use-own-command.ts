import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendCommand } from '../data/live/live.ts';
import { useTell } from '../ui/use-tell.ts';

type Fields = Readonly<Record<string, string>>;

/** Sends a command for the agent's own phone and shows errors. `busy` is true until the answer arrives. */
export const useOwnCommand = () => {
  const { t } = useTranslation('dashboard');
  const tell = useTell();
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (serverId: number, action: string, fields: Fields): Promise<boolean> => {
      setBusy(true);
      const result = await sendCommand(serverId, action, fields);
      setBusy(false);
      if (result.kind === 'done') return true;
      if (result.kind !== 'refused') tell.failed(t(`refusals.${result.kind}`));
      else tell.failed(result.message ? t('refusals.said', { message: result.message }) : t('refusals.silent'));
      return false;
    },
    [t, tell],
  );
  return { run, busy };
};
