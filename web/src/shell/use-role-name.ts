import { useTranslation } from 'react-i18next';

/** Built-in roles have a name in each language; an own role keeps the name that its makers gave it. */
export const useRoleName = (): ((role: string) => string) => {
  const { t } = useTranslation('common');
  return (role) => t(`roles.${role}` as 'roles.administrator', { defaultValue: role });
};
