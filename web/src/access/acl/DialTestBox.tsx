import { Button, Group, TextInput } from '@mantine/core';
import { testDial } from '@ringside/core/contract/routing/dial-test.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TestAnswer } from './TestAnswer.tsx';
import classes from './TestBox.module.css';

/** Tests whether a subscriber may call a number, using the rules that its PBX receives. */
export function DialTestBox() {
  const { t } = useTranslation('acl');
  const [line, setLine] = useState<string | null>(null);
  const [number, setNumber] = useState('');
  const test = useMutation({
    mutationFn: (subscriberId: string) => call(testDial, { body: { subscriberId, number: number.trim() } }),
  });
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (line !== null) test.mutate(line);
  };
  return (
    <Panel title={t('dialTest.title')} description={t('dialTest.hint')}>
      <form onSubmit={submit} className={classes['box']}>
        <Group align="flex-end" gap="sm">
          <RefSelect
            label={t('dialTest.line')}
            resource="subscribers"
            value={line}
            onChange={(value) => {
              setLine(typeof value === 'string' ? value : null);
              test.reset();
            }}
            w={{ base: '100%', xs: 240 }}
          />
          <TextInput
            label={t('dialTest.number')}
            type="tel"
            autoComplete="off"
            maxLength={32}
            value={number}
            onChange={(e) => {
              setNumber(e.currentTarget.value);
              test.reset();
            }}
            w={{ base: '100%', xs: 220 }}
            styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          />
          <Button
            type="submit"
            variant="default"
            disabled={line === null || number.trim() === ''}
            loading={test.isPending}
          >
            {t('test.ask')}
          </Button>
        </Group>
        <TestAnswer test={test} otherwise={({ by }) => t(`dialTest.by.${by}`)}>
          {({ number: dialled }) => <Num>{dialled}</Num>}
        </TestAnswer>
      </form>
    </Panel>
  );
}
