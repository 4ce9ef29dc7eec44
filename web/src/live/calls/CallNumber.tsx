import { Button, Select, Stack, Text } from '@mantine/core';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActable, useKeys } from '../../data/live/hooks.ts';
import { store } from '../../data/live/live.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../dashboard/DialogButtons.tsx';
import { isDiallable, NumberInput } from './NumberInput.tsx';
import { useCallCommands } from './use-call-commands.ts';

/** Dials a number from the page. The user's own phone rings first. */
export function CallNumber() {
  const { t } = useTranslation('dashboard');
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Phone size={16} aria-hidden="true" />} onClick={() => setAsked(true)}>
        {t('call.open')}
      </Button>
      {asked ? <CallDialog onClose={() => setAsked(false)} /> : null}
    </>
  );
}

function CallDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  const commands = useCallCommands();
  const servers = useKeys('servers');
  const [server, setServer] = useState(servers[0] ?? '');
  const [number, setNumber] = useState('');
  const actable = useActable(Number(server));
  const ready = actable && isDiallable(number);
  return (
    <Dialog opened onClose={onClose} title={t('call.title')} size="sm">
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (!ready) return;
          void commands.call(Number(server), number);
          onClose();
        }}
      >
        <Stack gap="sm">
          <NumberInput label={t('call.number')} serverId={Number(server)} value={number} onChange={setNumber} />
          {servers.length > 1 ? (
            <Select
              label={t('call.server')}
              data={servers.map((id) => ({ value: id, label: store.row('servers', id)?.name ?? id }))}
              value={server}
              onChange={(to) => to && setServer(to)}
              allowDeselect={false}
            />
          ) : null}
          <Text size="sm" c="dimmed">
            {t('call.hint')}
          </Text>
          <DialogButtons label={t('call.now')} disabled={!ready} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
