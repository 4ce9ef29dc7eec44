import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionError, ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { isAway, onReach, reloadForChunk } from '../../data/api/reach.ts';
import { isChunkFailure } from '../../data/base/chunk-reload.ts';
import classes from '../../ui/page/Fault.module.css';

/** Shows the status (500 by default), the message and a retry button. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const text = useErrorText();
  const reloading = useReload(isChunkFailure(error));
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

/** Reloads the page now or once the console is reachable. Returns false if it cannot, or if it did so less than a minute ago. */
const useReload = (wanted: boolean): boolean => {
  const [reloading, setReloading] = useState(wanted);
  useEffect(() => {
    if (!wanted) return;
    void reloadForChunk().then(setReloading);
    return onReach(() => {
      if (!isAway()) location.reload();
    });
  }, [wanted]);
  return reloading;
};

const known = (error: unknown): boolean => error instanceof ProblemError || error instanceof ConnectionError;

/** Returns `statusCode`, `status` or `response.status`, whichever the error has. */
const statusOf = (error: unknown): number => {
  const e: {
    statusCode?: unknown;
    status?: unknown;
    response?: { status?: unknown };
  } = typeof error === 'object' && error !== null ? error : {};
  const found = [e.statusCode, e.status, e.response?.status].find((s) => typeof s === 'number');
  return typeof found === 'number' ? found : 500;
};
