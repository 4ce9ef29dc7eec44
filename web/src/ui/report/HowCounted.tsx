import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './HowCounted.module.css';

interface Props {
  /** All figures of the report, in order. */
  readonly figures: readonly { readonly name: string; readonly how: ReactNode }[];
}

/** Footer of a report that explains each figure without hovering. */
export function HowCounted({ figures }: Props) {
  const { t } = useTranslation('report');
  return (
    <details className={classes['how']}>
      <summary className={classes['head']}>
        <span>
          <span className={classes['title']}>{t('how.title')}</span>
          <span className={classes['hint']}>{t('how.hint')}</span>
        </span>
        <ChevronDown className={classes['arrow']} size={18} aria-hidden="true" />
      </summary>
      <dl className={classes['list']}>
        {figures.map(({ name, how }) => (
          <div key={name} className={classes['figure']}>
            <dt>{name}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
