import { ActionIcon, Alert, Button, Group, Stack } from '@mantine/core';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { DestinationInput } from '../destination/DestinationInput.tsx';
import { readNow, useSave } from '../../data/list/resource-queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { bodyFor, destinationIn, type DestinationField } from './destination-field.ts';

interface Place {
  readonly customerId: string;
  readonly serverId: number;
}

/** Pencil button at a step of the diagram. Changes the target in the object that the step belongs to. */
export function WayEdit({
  lead,
  name,
  place,
}: {
  readonly lead: DestinationField;
  readonly name: string;
  readonly place: Place;
}) {
  const { t } = useTranslation('did');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        size="sm"
        aria-label={t('way.change', { name })}
        title={t('way.change', { name })}
        onClick={() => setOpened(true)}
      >
        <Pencil size={14} aria-hidden="true" />
      </ActionIcon>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('way.change', { name })}>
        {opened ? <Editor lead={lead} place={place} onClose={() => setOpened(false)} /> : null}
      </Dialog>
    </>
  );
}

interface EditorProps {
  readonly lead: DestinationField;
  readonly place: Place;
  readonly onClose: () => void;
}

function Editor({ lead, place, onClose }: EditorProps) {
  const { t } = useTranslation(['did', 'common']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const { resource, id } = lead;
  const done = async (): Promise<void> => {
    // Redraw the diagram after any change.
    await client.invalidateQueries({ queryKey: ['/dids'] });
    onClose();
  };
  const row = useQuery({
    queryKey: [resource.path, 'led', id],
    queryFn: () => readNow(resource, id),
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<Destination | null>(null);
  const save = useSave(resource, row.data);
  const now = chosen ?? (row.data === undefined ? null : destinationIn(lead, row.data));
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        if (now !== null) save.mutate(bodyFor(lead, row.data ?? {}, now), { onSuccess: () => void done() });
      }}
    >
      <Stack gap="md">
        <DestinationInput
          label={t('fields.destination')}
          required
          error={undefined}
          customerId={place.customerId}
          serverId={place.serverId}
          disabled={!row.isSuccess}
          value={now}
          onChange={setChosen}
        />
        {save.error || row.error ? (
          <Alert color="red" icon={<TriangleAlert />} role="alert" title={errorText(save.error ?? row.error)} />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={chosen === null}>
            {t('common:actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
