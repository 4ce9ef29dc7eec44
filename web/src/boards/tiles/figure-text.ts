import { formatDuration } from '@ringside/core/base/duration.ts';
import { WALL_FIGURES, type WallFigure } from '@ringside/core/boards/wall-figures.ts';
import type { Format } from '../../ui/use-format.ts';

/** Formats seconds as 0:42, 12:05 or 1:02:03, without leading zeros. */
export const clockText = (seconds: number): string => {
  const [hours = '00', minutes = '00', rest = '00'] = formatDuration(seconds).split(':');
  return hours === '00' ? `${Number(minutes)}:${rest}` : `${Number(hours)}:${minutes}:${rest}`;
};

export const figureText = (figure: WallFigure, value: number | null, format: Format): string => {
  if (value === null) return '–';
  const { unit } = WALL_FIGURES[figure];
  if (unit === 'percent') return format.percent(value);
  return unit === 'seconds' ? clockText(value) : format.number(value);
};
