import { Button, Group, Select, TextInput } from '@mantine/core';
import { ACTIONS, type Action, RESOURCES, type Resource } from '@ringside/core/access/ability.ts';
import { toldApartBy } from '@ringside/core/access/told-apart.ts';
import { testAcl } from '@ringside/core/contract/acl.ts';
import { useMutation } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCan } from '../../api/use-can.ts';
import { RefSelect } from '../../crud/RefSelect.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { TestAnswer } from './TestAnswer.tsx';
import classes from './TestBox.module.css';

const SINGLE = ACTIONS.filter((a) => a !== 'manage');
const NAMED = RESOURCES.filter((r) => r !== 'all');

/** "May this user do that, from there?", answered by the same judgement that guards the console. */
export function TestBox() {
  const { t } = useTranslation(['acl', 'permission']);
  const can = useCan();
  const [userId, setUserId] = useState<string | null>(null);
  const [action, setAction] = useState<Action>('read');
  const [resource, setResource] = useState<Resource>('queue');
  const [queueId, setQueueId] = useState<string | null>(null);
  const [address, setAddress] = useState('');
  const format = useFormat();
  const byQueue = toldApartBy(resource).includes('queue');
  const test = useMutation({
    mutationFn: (id: string) =>
      call(testAcl, {
        body: {
          ...{ userId: id, action, resource, queueId: byQueue ? queueId : null },
          address: address.trim() === '' ? null : address.trim(),
        },
      }),
  });
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (userId !== null) test.mutate(userId);
  };
  return (
    <Panel title={t('test.title')} description={t('test.hint')}>
      <form onSubmit={submit} className={classes['box']}>
        <Group align="flex-end" gap="sm">
          <RefSelect
            label={t('test.user')}
            resource="users"
            value={userId}
            onChange={(value) => setUserId(typeof value === 'string' ? value : null)}
            w={{ base: '100%', xs: 220 }}
          />
          <Select
            label={t('test.action')}
            data={SINGLE.map((a) => ({ value: a, label: t(`permission:actions.${a}`) }))}
            value={action}
            allowDeselect={false}
            onChange={(value) => setAction((value ?? 'read') as Action)}
            w={{ base: '100%', xs: 150 }}
          />
          <Select
            label={t('test.resource')}
            data={NAMED.map((r) => ({ value: r, label: t(`permission:resources.${r}`) }))}
            value={resource}
            allowDeselect={false}
            searchable
            onChange={(value) => setResource((value ?? 'queue') as Resource)}
            w={{ base: '100%', xs: 220 }}
          />
          {byQueue && can('read', 'queue') ? (
            <RefSelect
              label={t('test.queue')}
              resource="queues"
              clearable
              value={queueId}
              onChange={(value) => setQueueId(typeof value === 'string' ? value : null)}
              w={{ base: '100%', xs: 200 }}
            />
          ) : null}
          <TextInput
            label={t('test.address')}
            value={address}
            maxLength={64}
            onChange={(e) => setAddress(e.currentTarget.value)}
            w={{ base: '100%', xs: 170 }}
            styles={{ input: { direction: 'ltr' } }}
          />
          <Button type="submit" variant="default" disabled={userId === null} loading={test.isPending}>
            {t('test.ask')}
          </Button>
        </Group>
        <TestAnswer test={test} otherwise={({ by }) => t(`test.by.${by}`)}>
          {({ withheld }) =>
            withheld.length === 0 ? null : (
              <StatusBadge tone="warn" icon={EyeOff}>
                {t('test.withheld', { fields: format.list(withheld.map((w) => t(`permission:masks.${w.mask}`))) })}
              </StatusBadge>
            )
          }
        </TestAnswer>
      </form>
    </Panel>
  );
}
