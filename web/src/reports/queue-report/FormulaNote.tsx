import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { FORMULAS, isFormula } from '@ringside/core/reports/formulas.ts';
import { useTranslation } from 'react-i18next';
import classes from './QueueReportPage.module.css';

/** Explains the service level: formula, threshold and excluded calls. Call centers with different settings are listed separately. */
export function FormulaNote({ report: { settings } }: { readonly report: QueueReport }) {
  const { t } = useTranslation(['queue-report', 'dashboard']);
  return (
    <span className={classes['explained']}>
      {settings.length === 0 ? t('dashboard:service.none') : null}
      {settings.slice(0, 4).map(({ formula, thresholdSeconds, shortAbandonSeconds }) =>
        isFormula(formula) ? (
          <span key={`${formula} ${thresholdSeconds} ${shortAbandonSeconds}`} className={classes['explained']}>
            <code dir="ltr">{`${FORMULAS[formula]}   T ${thresholdSeconds} s · s ${shortAbandonSeconds} s`}</code>
            <span>{t(`dashboard:service.formulas.${formula}`, { seconds: thresholdSeconds })}</span>
            <span>{t(`dashboard:service.leavesOut.${formula}`)}</span>
          </span>
        ) : null,
      )}
      {settings.length > 1 ? <span>{t('weighted')}</span> : null}
    </span>
  );
}
