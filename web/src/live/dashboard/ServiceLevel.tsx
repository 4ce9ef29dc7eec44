import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import classes from './ServiceLevel.module.css';
import { FORMULAS, isFormula } from '@ringside/core/reports/formulas.ts';

interface Props {
  /** Thousandths of a percent; null without calls. */
  readonly level: number | null;
  readonly formula: number | undefined;
  readonly thresholdSeconds: number | undefined;
}

/** Shows the service level. A tooltip on hover or focus explains its formula, threshold and excluded calls. */
export function ServiceLevel({ level, formula, thresholdSeconds }: Props) {
  const { t } = useTranslation('dashboard');
  const { percent } = useFormat();
  const known = isFormula(formula) ? formula : null;
  const words = known ? t(`service.formulas.${known}`, { seconds: thresholdSeconds ?? 0 }) : t('service.unknown');
  return (
    <Tooltip
      multiline
      w={300}
      events={{ hover: true, focus: true, touch: true }}
      label={
        <span className={classes['explained']}>
          <strong>{t('service.today')}</strong>
          {known ? <code dir="ltr">{FORMULAS[known]}</code> : null}
          <span>{words}</span>
          {known ? <span>{t(`service.leavesOut.${known}`)}</span> : null}
          {known && thresholdSeconds !== undefined ? (
            <span>{t('service.whose', { seconds: thresholdSeconds })}</span>
          ) : null}
          {level === null ? <span>{t('service.none')}</span> : null}
        </span>
      }
    >
      {/* Focusable, so that keyboard users can open the tooltip. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={classes['level']} tabIndex={0} role="note">
        <span className="num">{percent(level)}</span>
      </span>
    </Tooltip>
  );
}
