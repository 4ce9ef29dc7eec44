import { Button } from '@mantine/core';
import {
  type EndpointDiagnosis,
  RetestEndpoint,
  TestEndpoint,
  testEndpoint,
  testNewEndpoint,
} from '@ringside/core/contract/endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, PlugZap } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { useFormat } from '../../ui/use-format.ts';
import type { FormState } from '../../crud/ResourceForm.tsx';
import classes from './ConnectionTest.module.css';
import { ProblemList } from './ProblemList.tsx';

const FIELDS = ['amiHost', 'amiPort', 'amiTls', 'amiTlsCa', 'amiUsername', 'amiSecret'] as const;

/** Tries the connection with what the form holds at this moment, saved or not. */
export function ConnectionTest({ form, id }: { readonly form: FormState; readonly id: number | undefined }) {
  const { t } = useTranslation('endpoint');
  const errorText = useErrorText();
  const entered = Object.fromEntries(
    FIELDS.map((f) => [f, form.values[f]] as const).filter(([, value]) => value !== '' && value !== null),
  );
  const ready = z.safeParse(id === undefined ? TestEndpoint : RetestEndpoint, entered);
  const test = useMutation({
    mutationFn: (): Promise<EndpointDiagnosis> =>
      id === undefined
        ? call(testNewEndpoint, { body: entered as z.input<typeof TestEndpoint> })
        : call(testEndpoint, { params: { id }, body: entered as z.input<typeof RetestEndpoint> }),
  });
  // A verdict is about what was tried: it goes when the form no longer says that.
  const tried = JSON.stringify(entered);
  const { reset } = test;
  const shown = useRef(tried);
  useEffect(() => {
    if (shown.current !== tried) reset();
    shown.current = tried;
  }, [tried, reset]);
  return (
    <section className={classes['test']} aria-live="polite">
      <div className={classes['head']}>
        <p className={classes['hint']}>{ready.success ? t('test.hint') : t('test.fillFirst')}</p>
        <Button
          variant="light"
          leftSection={<PlugZap size={16} aria-hidden="true" />}
          disabled={!ready.success}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('test.button')}
        </Button>
      </div>
      {test.isError ? <p className={classes['bad']}>{errorText(test.error)}</p> : null}
      {test.data ? <Verdict diagnosis={test.data} /> : null}
    </section>
  );
}

function Verdict({ diagnosis }: { readonly diagnosis: EndpointDiagnosis }) {
  const { t } = useTranslation('endpoint');
  const format = useFormat();
  const { ok, problems, asteriskVersion, queues } = diagnosis;
  return (
    <div className={classes['verdict']}>
      {ok ? (
        <p className={classes['good']}>
          <CircleCheck size={18} aria-hidden="true" />
          {asteriskVersion ? t('test.okVersion', { version: asteriskVersion }) : t('test.ok')}
        </p>
      ) : null}
      {ok || queues.length > 0 ? (
        <p className={classes['hint']}>
          {t('test.queues', { count: queues.length })} <bdi dir="ltr">{format.list(queues.slice(0, 12))}</bdi>
        </p>
      ) : null}
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
    </div>
  );
}
