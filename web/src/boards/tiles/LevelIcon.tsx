import type { AlarmLevel } from '@ringside/core/boards/threshold.ts';
import { OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const ICONS = { warn: TriangleAlert, bad: OctagonAlert } as const;

interface Props {
  readonly level: AlarmLevel;
  readonly className?: string | undefined;
}

/** Icon for a figure beyond its threshold, so that color is not the only sign. */
export function LevelIcon({ level, className }: Props) {
  const { t } = useTranslation('wallboard');
  if (level === 'ok') return null;
  const Icon = ICONS[level];
  return <Icon className={className} role="img" aria-label={t(`levels.${level}`)} />;
}
