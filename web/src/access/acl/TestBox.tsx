import { Button, Group, Select, TextInput } from '@mantine/core';
import { ACTIONS, type Action, RESOURCES, type Resource } from '@ringside/core/access/ability.ts';
import { toldApartBy } from '@ringside/core/contract/access/told-apart.ts';
import { testAcl } from '@ringside/core/contract/access/acl.ts';
import { useMutation } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreaName } from '../../locales/use-area-name.ts';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { TestAnswer } from './TestAnswer.tsx';
import classes from './TestBox.module.css';

const SINGLE = ACTIONS.filter((a) => a !== 'manage');
const NAMED = RESOURCES.filter((r) => r !== 'all');

interface Question {
  readonly userId: string | null;
  readonly action: Action;
  readonly resource: Resource;
  readonly queueId: string | null;
  readonly address: string;
}

const BLANK: Question = { userId: null, action: 'read', resource: 'queue', queueId: null, address: '' };

/** Tests whether a user has an ability from a given IP address, using the rules of the console. */
export function TestBox() {
  const { t } = useTranslation(['acl', 'permission']);
  const [question, setQuestion] = useState(BLANK);
  const { userId, action, resource, queueId, address } = question;
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
          <QuestionInputs question={question} onChange={(part) => setQuestion({ ...question, ...part })} />
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

interface InputsProps {
  readonly question: Question;
  readonly onChange: (part: Partial<Question>) => void;
}

function QuestionInputs({ question, onChange }: InputsProps) {
  const { t } = useTranslation(['acl', 'permission']);
  const areaName = useAreaName();
  const can = useCan();
  return (
    <>
      <RefSelect
        label={t('test.user')}
        resource="users"
        value={question.userId}
        onChange={(value) => onChange({ userId: typeof value === 'string' ? value : null })}
        w={{ base: '100%', xs: 220 }}
      />
      <Select
        label={t('test.action')}
        data={SINGLE.map((a) => ({ value: a, label: t(`permission:actions.${a}`) }))}
        value={question.action}
        allowDeselect={false}
        onChange={(value) => onChange({ action: value ?? 'read' })}
        w={{ base: '100%', xs: 150 }}
      />
      <Select
        label={t('test.resource')}
        data={NAMED.map((r) => ({ value: r, label: areaName(r) }))}
        value={question.resource}
        allowDeselect={false}
        searchable
        onChange={(value) => onChange({ resource: value ?? 'queue' })}
        w={{ base: '100%', xs: 220 }}
      />
      {toldApartBy(question.resource).includes('queue') && can('read', 'queue') ? (
        <RefSelect
          label={t('test.queue')}
          resource="queues"
          clearable
          value={question.queueId}
          onChange={(value) => onChange({ queueId: typeof value === 'string' ? value : null })}
          w={{ base: '100%', xs: 200 }}
        />
      ) : null}
      <TextInput
        label={t('test.address')}
        value={question.address}
        maxLength={64}
        onChange={(e) => onChange({ address: e.currentTarget.value })}
        w={{ base: '100%', xs: 170 }}
        styles={{ input: { direction: 'ltr' } }}
      />
    </>
  );
}
