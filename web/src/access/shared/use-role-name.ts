import { useTranslation } from 'react-i18next';

/** Returns a function that translates built-in role names. Custom roles keep their name. */
export const useRoleName = (): ((role: string) => string) => {
  const { t } = useTranslation('common');
  return (role) => t(`roles.${role}` as 'roles.administrator', { defaultValue: role });
};
