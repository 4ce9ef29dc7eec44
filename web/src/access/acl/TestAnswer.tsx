import type { UseMutationResult } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './TestBox.module.css';

interface RuleAnswer {
  readonly allowed: boolean;
  readonly rule: { readonly priority: number; readonly name: string } | null;
}

interface Props<Answer extends RuleAnswer> {
  readonly test: Pick<UseMutationResult<Answer, unknown, string>, 'data' | 'error'>;
  /** Returns the reason if no rule matched. */
  readonly otherwise: (answer: Answer) => string;
  /** Content next to the answer. */
  readonly children?: (answer: Answer) => ReactNode;
}

/** Shows the result of a rule test (allowed or denied) and the deciding rule. */
export function TestAnswer<Answer extends RuleAnswer>({ test: { data, error }, otherwise, children }: Props<Answer>) {
  const { t } = useTranslation('acl');
  const errorText = useErrorText();
  return (
    <div role="status" className={classes['answer']}>
      {error ? (
        <StatusBadge tone="bad" icon={TriangleAlert}>
          {errorText(error)}
        </StatusBadge>
      ) : data ? (
        <>
          <StatusBadge tone={data.allowed ? 'ok' : 'bad'} icon={data.allowed ? CircleCheck : CircleSlash}>
            {`${data.allowed ? t('test.yes') : t('test.no')}: ${
              data.rule ? t('test.rule', { number: data.rule.priority, name: data.rule.name }) : otherwise(data)
            }`}
          </StatusBadge>
          {children?.(data)}
        </>
      ) : null}
    </div>
  );
}
