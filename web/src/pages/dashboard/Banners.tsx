import { Button, CloseButton } from '@mantine/core';
import { CircleAlert, Lock, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRaisedErrors, useRow, useSocketState } from '../../live/hooks.ts';
import { errors, retryNow } from '../../live/live.ts';
import type { RaisedError } from '../../live/error-board.ts';
import classes from './Banners.module.css';

/** What is wrong with the page as a whole: the connection, and errors raised by a server, each to be put away. */
export function Banners({ filled }: { readonly filled: boolean }) {
  const { t } = useTranslation('dashboard');
  const state = useSocketState();
  const raised = useRaisedErrors();
  const cut = state.kind === 'waiting' || state.kind === 'silent' || state.kind === 'ended';
  const forbidden = state.kind === 'ended' && state.reason === 'forbidden';
  return (
    <>
      {cut && filled && forbidden ? (
        <div className={classes['banner']} data-tone="warn" role="alert">
          <Lock size={18} aria-hidden="true" />
          <span>
            <strong>{t('empty.forbidden')}</strong> {t('empty.forbiddenHint')}
          </span>
        </div>
      ) : cut && filled ? (
        <div className={classes['banner']} data-tone="warn" role="alert">
          <TriangleAlert size={18} aria-hidden="true" />
          <span>
            <strong>{state.kind === 'ended' ? t('link.endedTitle') : t('link.lostTitle')}</strong> {t('link.lostText')}
          </span>
          {state.kind === 'silent' ? null : (
            <Button size="compact-sm" variant="default" onClick={retryNow}>
              {t('link.retryNow')}
            </Button>
          )}
        </div>
      ) : null}
      {raised.map((error) => (
        <Raised key={error.id} error={error} />
      ))}
    </>
  );
}

function Raised({ error }: { readonly error: RaisedError }) {
  const { t } = useTranslation('dashboard');
  const server = useRow('servers', String(error.serverId));
  return (
    <div className={classes['banner']} data-tone="bad" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <span>
        <strong>{server ? t('errors.from', { server: server.name }) : t('errors.title')}</strong>{' '}
        <bdi>{error.message || t('errors.silent')}</bdi>
      </span>
      <CloseButton aria-label={t('errors.dismiss')} onClick={() => errors.dismiss(error.id)} />
    </div>
  );
}
