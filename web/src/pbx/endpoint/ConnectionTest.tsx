import { Button } from '@mantine/core';
import {
  type EndpointDiagnosis,
  RetestEndpoint,
  TestEndpoint,
  testEndpoint,
  testNewEndpoint,
} from '@ringside/core/contract/pbx/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, PlugZap } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { useFormat } from '../../ui/use-format.ts';
import type { FormState } from '../../data/form/use-resource-form.ts';
import classes from './ConnectionTest.module.css';
import { ProblemList } from './ProblemList.tsx';

const FIELDS = ['amiHost', 'amiPort', 'amiTls', 'amiTlsCa', 'amiUsername', 'amiSecret'] as const;

/** Tests the connection with the current form values, saved or not. */
export function ConnectionTest({ form, id }: { readonly form: FormState; readonly id: number | undefined }) {
  const { t } = useTranslation('endpoint');
  const errorText = useErrorText();
  const { check } = useFieldErrors();
  const entered = Object.fromEntries(
    FIELDS.map((f) => [f, form.values[f]] as const).filter(([, value]) => value !== '' && value !== null),
  );
  const test = useMutation({
    mutationFn: (): Promise<EndpointDiagnosis> =>
      id === undefined
        ? call(testNewEndpoint, { body: entered as TestEndpoint })
        : call(testEndpoint, { params: { id }, body: entered }),
    onError: (error) => {
      if (error instanceof ProblemError) form.mark(error.errors);
    },
  });
  const start = (): void => {
    const faults = check(id === undefined ? TestEndpoint : RetestEndpoint, entered);
    form.mark(faults);
    if (faults.length === 0) test.mutate();
  };
  // Clears the result when the tested values change.
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
        <p className={classes['hint']}>{t('test.hint')}</p>
        <Button
          variant="light"
          leftSection={<PlugZap size={16} aria-hidden="true" />}
          loading={test.isPending}
          onClick={start}
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
