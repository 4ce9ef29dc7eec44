import { formatDuration } from '@ringside/core/base/duration.ts';
import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './RecordingPlayer.module.css';

interface Props {
  /** Loudness of equal time spans, 0 to 255. */
  readonly peaks: readonly number[];
  /** Position in seconds. */
  readonly at: number;
  readonly length: number;
  readonly onSeek: (seconds: number) => void;
}

const HEIGHT = 48;
const STEP = 5;
const LONG_STEP = 30;

/** Draws all bars as one SVG path, because 400 separate elements would be slow. */
const pathOf = (peaks: readonly number[]): string => {
  // Scales quiet calls to the full height. Silence remains a line.
  const loudest = Math.max(24, ...peaks);
  return peaks
    .map((peak, i) => {
      const half = Math.max(1, (peak / loudest) * (HEIGHT / 2 - 1));
      return `M${i + 0.5} ${HEIGHT / 2 - half}V${HEIGHT / 2 + half}`;
    })
    .join('');
};

const stepOf = (key: string, at: number, length: number): number | null => {
  if (key === 'ArrowRight' || key === 'ArrowUp') return at + STEP;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return at - STEP;
  if (key === 'PageUp') return at + LONG_STEP;
  if (key === 'PageDown') return at - LONG_STEP;
  if (key === 'Home') return 0;
  return key === 'End' ? length : null;
};

/** Waveform of a recording. A click, a drag or the arrow keys seek. Time runs left to right in every language. */
export function WaveForm({ peaks, at, length, onSeek }: Props) {
  const { t } = useTranslation('recording');
  const clip = useId();
  const path = useMemo(() => pathOf(peaks), [peaks]);
  const share = length > 0 ? Math.min(1, at / length) : 0;
  const time = (seconds: number): string => formatDuration(Math.round(seconds));
  const seek = (seconds: number): void => onSeek(Math.min(Math.max(0, seconds), length));
  const toPointer = (e: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = e.currentTarget.getBoundingClientRect();
    seek(((e.clientX - left) / Math.max(1, width)) * length);
  };
  const toKey = (e: KeyboardEvent): void => {
    const next = stepOf(e.key, at, length);
    if (next === null) return;
    e.preventDefault();
    seek(next);
  };
  return (
    <div
      className={classes['wave']}
      role="slider"
      tabIndex={0}
      aria-label={t('place')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={`${time(at)} / ${time(length)}`}
      onKeyDown={toKey}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        toPointer(e);
      }}
      onPointerMove={(e) => {
        if (e.currentTarget.hasPointerCapture(e.pointerId)) toPointer(e);
      }}
    >
      <svg viewBox={`0 0 ${peaks.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id={clip}>
          <rect x={0} y={0} width={share * peaks.length} height={HEIGHT} />
        </clipPath>
        <path className={classes['rest']} d={path} />
        <path className={classes['heard']} d={path} clipPath={`url(#${clip})`} />
      </svg>
      <span className={classes['needle']} style={{ left: `${share * 100}%` }} />
    </div>
  );
}
