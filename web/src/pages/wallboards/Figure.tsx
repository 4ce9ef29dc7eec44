import type { BoardQueue } from '@ringside/core/contract/wallboards.ts';
import type { AlarmLevel } from '@ringside/core/metrics/threshold.ts';
import type { WallFigure } from '@ringside/core/metrics/wall-figures.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Figure.module.css';
import { figureText } from './figure-text.ts';
import { FigureDrill } from './FigureDrill.tsx';
import { LevelIcon } from './LevelIcon.tsx';

interface Props {
  readonly figure: WallFigure;
  readonly value: number | null;
  readonly level: AlarmLevel;
  /** That it was counted from. */
  readonly queues: readonly BoardQueue[];
}

/** One figure, as big as its place allows; its colour never stands alone. */
export function Figure({ figure, value, level, queues }: Props) {
  const { t } = useTranslation('wallboard');
  const text = figureText(figure, value, useFormat());
  return (
    <div className={classes['figure']} data-level={level}>
      <FigureDrill
        figure={figure}
        value={value}
        queues={queues}
        className={classes['inner']}
        style={{ '--chars': Math.max(2, text.length) } as CSSProperties}
      >
        <bdi dir="ltr" className={classes['value']}>
          {text}
        </bdi>
        <span className={classes['label']}>
          <LevelIcon level={level} className={classes['icon']} />
          <span className={classes['words']} title={t(`figures.${figure}`)}>
            {t(`figures.${figure}`)}
          </span>
        </span>
      </FigureDrill>
    </div>
  );
}
