import { CloseButton } from '@mantine/core';
import { CircleAlert, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRaisedErrors, useRow, useSocketState } from '../../data/live/hooks.ts';
import { errors } from '../../data/live/live.ts';
import type { RaisedError } from '../../data/live/error-board.ts';
import classes from './Banners.module.css';

/** Shows a missing permission, and errors that a server reported. The user can dismiss each error. */
export function Banners({ filled }: { readonly filled: boolean }) {
  const { t } = useTranslation('dashboard');
  const state = useSocketState();
  const raised = useRaisedErrors();
  const forbidden = state.kind === 'ended' && state.reason === 'forbidden';
  return (
    <>
      {filled && forbidden ? (
        <div className={classes['banner']} data-tone="warn" role="alert">
          <Lock size={18} aria-hidden="true" />
          <span>
            <strong>{t('empty.forbidden')}</strong> {t('empty.forbiddenHint')}
          </span>
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
