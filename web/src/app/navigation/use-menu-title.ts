import { useTranslation } from 'react-i18next';
import { keyed } from '../../locales/keyed.ts';
import type { MenuText } from './navigation-link.ts';

/** Returns a function that translates a menu entry. */
export const useMenuTitle = (): ((entry: MenuText) => string) => {
  const { t } = useTranslation('shell');
  return ({ key, texts }) => keyed(t)(texts === undefined ? `shell:nav.${key}` : `pages:title.${texts}`);
};
