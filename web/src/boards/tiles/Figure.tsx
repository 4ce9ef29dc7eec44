import type { BoardQueue } from '@ringside/core/contract/boards/wallboard.ts';
import type { AlarmLevel } from '@ringside/core/boards/threshold.ts';
import type { WallFigure } from '@ringside/core/boards/wall-figures.ts';
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
  /** Queues that the figure counts. */
  readonly queues: readonly BoardQueue[];
}

/** One figure, as large as its tile allows. An icon accompanies its color. */
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
        style={{ '--chars': Math.max(2, text.length) }}
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
