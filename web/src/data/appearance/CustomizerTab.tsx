import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './CustomizerTab.module.css';
import { useLayout } from './layout-store.ts';

/**
 * Button at the edge of large screens that opens the customizer. `always`: also show it on small screens, for layouts without an app bar.
 */
export function CustomizerTab({ always }: { readonly always: boolean }) {
  const { t } = useTranslation('shell');
  const open = useLayout((s) => s.customizerOpen);
  const setCustomizer = useLayout((s) => s.setCustomizer);
  return (
    <button
      type="button"
      className={classes['tab']}
      data-always={always || undefined}
      aria-label={t('customizer.openAtEdge')}
      aria-expanded={open}
      onClick={() => setCustomizer(true)}
    >
      <Settings2 size={16} aria-hidden="true" />
    </button>
  );
}
