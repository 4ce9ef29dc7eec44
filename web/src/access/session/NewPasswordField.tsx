import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** Input for a new password: typed once, with a button to show it. Browsers and password managers handle this better than two inputs. */
export function NewPasswordField({ value, onChange, error }: Props) {
  const { t } = useTranslation('session');
  return (
    <PasswordInput
      name="password"
      label={t('password.new')}
      description={t('password.rule')}
      autoComplete="new-password"
      minLength={12}
      size="md"
      required
      visibilityToggleButtonProps={{ 'aria-label': t('password.toggle'), tabIndex: 0 }}
      value={value}
      onChange={(e) => onChange(e.currentTarget.value)}
      error={error}
    />
  );
}
