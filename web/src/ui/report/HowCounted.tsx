import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './HowCounted.module.css';

interface Props {
  /** Every figure of the report, in its order. */
  readonly figures: readonly { readonly name: string; readonly how: ReactNode }[];
}

/** At the foot of a report: how each of its figures is made, for whoever cannot hover. */
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
