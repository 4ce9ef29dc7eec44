import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionError, ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { usePageTitle } from '../ui/use-page-title.ts';
import { isChunkFailure, reloadOnce } from './chunk-reload.ts';
import classes from './Fault.module.css';

/** Status (500 unless the error knows better) and message, and the way to try again. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const text = useErrorText();
  // Once, while first shown: it either reloads the page or has done so less than a minute ago.
  const [reloading] = useState(() => isChunkFailure(error) && reloadOnce());
  const message = isChunkFailure(error) ? t('error.chunk') : known(error) ? text(error) : t('error.default');
  usePageTitle(message);
  if (reloading) return null;
  return (
    <div className={classes['fault']} role="alert">
      <p className={classes['status']}>{error instanceof ConnectionError ? '–' : statusOf(error)}</p>
      <h1 className={classes['message']}>{message}</h1>
      <p className={classes['hint']}>{t('error.hint')}</p>
      <Button mt="lg" onClick={() => (isChunkFailure(error) ? location.reload() : void router.invalidate())}>
        {t('error.again')}
      </Button>
    </div>
  );
}

const known = (error: unknown): boolean => error instanceof ProblemError || error instanceof ConnectionError;

/** `statusCode`, `status` or `response.status`, whichever the error has. */
export const statusOf = (error: unknown): number => {
  const e = (typeof error === 'object' && error !== null ? error : {}) as {
    statusCode?: unknown;
    status?: unknown;
    response?: { status?: unknown };
  };
  const found = [e.statusCode, e.status, e.response?.status].find((s) => typeof s === 'number');
  return typeof found === 'number' ? found : 500;
};
