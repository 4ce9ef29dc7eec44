import { useTranslation } from 'react-i18next';
import { keyed } from './keyed.ts';

/** Returns a function that translates the resource of a permission. */
export const useAreaName = (): ((resource: string) => string) => {
  const { t } = useTranslation('permission');
  return (resource) =>
    keyed(t)([`pages:area.${resource}`, `permission:resources.${resource}`], { defaultValue: resource });
};
