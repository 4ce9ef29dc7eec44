import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { store } from '../../data/live/live.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useCommands } from '../dashboard/use-commands.tsx';

interface Props {
  readonly queue: string;
  readonly label: string;
  readonly onClose: () => void;
}

const useAddMember = (queue: string, label: string) => {
  const { t } = useTranslation('dashboard');
  const run = useCommands();
  const serverId = Number(queue.slice(0, queue.indexOf('\t')));
  const queueName = queue.slice(queue.indexOf('\t') + 1);
  return (interfaceName: string, memberName: string, penalty: number): Promise<boolean> => {
    const who = memberName || interfaceName;
    return run({
      serverId,
      action: 'QueueAdd',
      fields: { Queue: queueName, Interface: interfaceName, MemberName: memberName, Penalty: penalty },
      toQueue: queue,
      member: `${queue}\t${interfaceName}`,
      done: t('commands.added', { name: who, queue: label }),
      failed: t('commands.notAdded', { name: who, queue: label }),
      undo: {
        serverId,
        action: 'QueueRemove',
        fields: { Queue: queueName, Interface: interfaceName },
        done: t('commands.removed', { name: who, queue: label }),
        failed: t('commands.notRemoved', { name: who, queue: label }),
      },
    });
  };
};

/** Adds an agent of another queue, or any interface by name, to the queue. */
export function AddMemberDialog({ queue, label, onClose }: Props) {
  const { t } = useTranslation(['dashboard', 'common']);
  const add = useAddMember(queue, label);
  const serverId = Number(queue.slice(0, queue.indexOf('\t')));
  const queueName = queue.slice(queue.indexOf('\t') + 1);
  const [known] = useState(() => peopleOutside(serverId, queueName));
  const [chosen, setChosen] = useState<string | null>(null);
  const [iface, setIface] = useState('');
  const [name, setName] = useState('');
  const [penalty, setPenalty] = useState<number | string>(0);
  const interfaceName = chosen ?? iface.trim();
  const memberName = chosen ? (known.get(chosen) ?? '') : name.trim();
  const submit = (e: React.FormEvent): void => {
    e.preventDefault();
    void add(interfaceName, memberName, Number(penalty) || 0);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('add.title', { queue: label })} size="sm">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Select
            data-autofocus
            label={t('add.known')}
            placeholder={t('add.choose')}
            data={[...known].map(([value, text]) => ({ value, label: text ? `${text} · ${value}` : value }))}
            value={chosen}
            onChange={setChosen}
            searchable
            clearable
            nothingFoundMessage={t('add.nobody')}
          />
          {chosen ? null : (
            <>
              <TextInput
                label={t('add.interface')}
                description={t('add.interfaceHint')}
                value={iface}
                onChange={(e) => setIface(e.currentTarget.value)}
                styles={{ input: { direction: 'ltr' } }}
              />
              <TextInput label={t('add.name')} value={name} onChange={(e) => setName(e.currentTarget.value)} />
            </>
          )}
          <NumberInput
            label={t('members.penalty')}
            min={0}
            max={1000}
            allowDecimal={false}
            value={penalty}
            onChange={setPenalty}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" disabled={interfaceName === ''}>
              {t('add.now')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Returns the interfaces of this server that are not in the queue, with their names, sorted by name. */
const peopleOutside = (serverId: number, queue: string): Map<string, string> => {
  const inside = new Set<string>();
  const people = new Map<string, string>();
  for (const m of store.state.members.values()) {
    if (m.serverId !== serverId) continue;
    if (m.queue === queue) inside.add(m.interface);
    else people.set(m.interface, m.name);
  }
  for (const iface of inside) people.delete(iface);
  return new Map([...people].sort((a, b) => (a[1] || a[0]).localeCompare(b[1] || b[0])));
};
