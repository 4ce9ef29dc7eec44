import { endSessions, type Session } from '@ringside/core/contract/access/session.ts';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../data/api/call.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { browserOf } from '@ringside/core/base/browser-of.ts';
import { useConfirmed } from './use-confirmed.ts';

interface Props {
  /** `null`: every session but this one. */
  readonly session: z.infer<typeof Session> | null;
  readonly onCancel: () => void;
  readonly onEnded: () => void;
}

/** Asks for the password, then ends the session. */
export function EndSessions({ session, onCancel, onEnded }: Props) {
  const { t } = useTranslation('profile');
  const form = useConfirmed(
    endSessions.body,
    { password: '' },
    (body) => call(endSessions, { body: session === null ? body : { ...body, id: session.id } }),
    onEnded,
  );
  const name = session === null ? '' : `${browserOf(session.userAgent) || t('sessions.unknown')} · ${session.ip}`;
  return (
    <ConfirmForm
      hint={session === null ? t('sessions.endOthersHint') : t('sessions.endHint', { session: name })}
      problem={form.problem}
      busy={form.busy}
      password={form.input('password')}
      submit={session === null ? t('sessions.endOthers') : t('sessions.end')}
      onSubmit={form.submit}
      onCancel={onCancel}
    />
  );
}
