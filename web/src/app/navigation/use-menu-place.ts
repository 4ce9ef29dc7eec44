import { useLayout } from '../../data/appearance/layout-store.ts';
import { type MenuPlace, menuPlace, ROW_FROM_PX, SIDE_FROM_PX } from '../../data/appearance/look.ts';
import { useMinWidth } from '../../ui/use-min-width.ts';

export const useMenuPlace = (): MenuPlace => {
  const row = useMinWidth(ROW_FROM_PX);
  const side = useMinWidth(SIDE_FROM_PX);
  const menu = useLayout((s) => s.menu);
  const navigation = useLayout((s) => s.navigation);
  return menuPlace({ menu, navigation }, row ? ROW_FROM_PX : side ? SIDE_FROM_PX : 0);
};
