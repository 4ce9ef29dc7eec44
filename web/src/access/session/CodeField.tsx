import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

/** Input for a code of the authenticator app or a recovery code. */
export function CodeField({
  inputRef,
  missing,
  error,
}: {
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly missing?: boolean;
  /** Error text from the server. */
  readonly error?: string | undefined;
}) {
  const { t } = useTranslation('session');
  return (
    <TextInput
      ref={inputRef}
      name="otp"
      label={t('login.code')}
      description={t('login.codeHelp')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
      size="md"
      dir="ltr"
      autoFocus
      error={missing ? t('login.needCode') : error}
    />
  );
}
