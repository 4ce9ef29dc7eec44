import { NumberInput } from '@mantine/core';
import type { Threshold, Tile } from '@ringside/core/contract/boards/wallboard.ts';
import { WALL_FIGURES, type WallFigure } from '@ringside/core/boards/wall-figures.ts';
import { useTranslation } from 'react-i18next';
import classes from './PagesEditor.module.css';

type WithThresholds = Extract<Tile, { thresholds: unknown }>;

interface Props {
  readonly tile: WithThresholds;
  readonly readOnly: boolean;
  readonly onChange: (tile: Tile) => void;
}

const NONE = { warn: null, bad: null, holdSeconds: 5, margin: 0 } as const;

/** Yellow and red thresholds of each figure of the tile. */
export function ThresholdFields({ tile, readOnly, onChange }: Props) {
  const { t } = useTranslation('wallboard');
  const figures: readonly WallFigure[] = tile.kind === 'ticker' ? ['longestWait'] : tile.figures;
  const set = (rule: Threshold): void => {
    const others = tile.thresholds.filter((r) => r.figure !== rule.figure);
    onChange({ ...tile, thresholds: rule.warn === null && rule.bad === null ? others : [...others, rule] });
  };
  return (
    <fieldset className={classes['rules']}>
      <legend>{t('rules.title')}</legend>
      {figures.map((figure) => (
        <Rule
          key={figure}
          rule={tile.thresholds.find((r) => r.figure === figure) ?? { figure, ...NONE }}
          // A caller's wait only grows, so hold time and margin do not apply.
          plain={tile.kind === 'ticker'}
          readOnly={readOnly}
          onChange={set}
        />
      ))}
    </fieldset>
  );
}

interface RuleProps {
  readonly rule: Threshold;
  readonly plain: boolean;
  readonly readOnly: boolean;
  readonly onChange: (rule: Threshold) => void;
}

function Rule({ rule, plain, readOnly, onChange }: RuleProps) {
  const { t } = useTranslation('wallboard');
  const { unit, worse } = WALL_FIGURES[rule.figure];
  const scale = unit === 'percent' ? 1000 : 1;
  const name = t(`figures.${rule.figure}`);
  const shown = plain ? (['warn', 'bad'] as const) : (['warn', 'bad', 'holdSeconds', 'margin'] as const);
  const scaleOf = (field: (typeof shown)[number]): number => (field === 'holdSeconds' ? 1 : scale);
  return (
    <div className={classes['rule']}>
      <strong>
        {name} · {t(worse === 'high' ? 'rules.from' : 'rules.downFrom', { unit: t(`rules.units.${unit}`) })}
      </strong>
      {shown.map((field) => {
        const value = rule[field];
        return (
          <NumberInput
            key={field}
            size="xs"
            label={t(`rules.${field}`)}
            aria-label={`${name}: ${t(`rules.${field}`)}`}
            value={value === null ? '' : value / scaleOf(field)}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            disabled={readOnly || (rule.warn === null && rule.bad === null && field !== 'warn' && field !== 'bad')}
            onChange={(next) =>
              onChange({
                ...rule,
                [field]: next === '' ? (field === 'warn' || field === 'bad' ? null : 0) : Number(next) * scaleOf(field),
              })
            }
          />
        );
      })}
    </div>
  );
}
