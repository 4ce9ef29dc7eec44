import { Button, Group, TextInput } from '@mantine/core';
import { testDial } from '@ringside/core/contract/dial-test.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { RefSelect } from '../../crud/RefSelect.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './TestBox.module.css';

/** "May this line call that number?", answered by the rules that its PBX is given. */
export function DialTestBox() {
  const { t } = useTranslation('acl');
  const errorText = useErrorText();
  const [line, setLine] = useState<string | null>(null);
  const [number, setNumber] = useState('');
  const test = useMutation({
    mutationFn: (subscriberId: string) => call(testDial, { body: { subscriberId, number: number.trim() } }),
  });
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (line !== null) test.mutate(line);
  };
  const { data } = test;
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
        <div role="status" className={classes['answer']}>
          {test.error ? (
            <StatusBadge tone="bad" icon={TriangleAlert}>
              {errorText(test.error)}
            </StatusBadge>
          ) : data ? (
            <>
              <StatusBadge tone={data.allowed ? 'ok' : 'bad'} icon={data.allowed ? CircleCheck : CircleSlash}>
                {`${data.allowed ? t('test.yes') : t('test.no')}: ${
                  data.rule
                    ? t('test.rule', { number: data.rule.priority, name: data.rule.name })
                    : t(`dialTest.by.${data.by}`)
                }`}
              </StatusBadge>
              <Num>{data.number}</Num>
            </>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}
