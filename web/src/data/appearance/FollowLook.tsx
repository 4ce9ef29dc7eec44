import { useDirection } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { setHourCycle } from '../../locales/time-locale.ts';
import { useLayout } from './layout-store.ts';

/** Applies the skin and the text direction to the document, and the clock to all times. The direction is the language's, unless the user chose one. */
export function FollowLook() {
  const { i18n } = useTranslation();
  const chosen = useLayout((s) => s.direction);
  const skin = useLayout((s) => s.skin);
  const hourCycle = useLayout((s) => s.hourCycle);
  const { setDirection } = useDirection();
  const direction = chosen === 'auto' ? directionOf(i18n.language) : chosen;
  useLayoutEffect(() => setDirection(direction), [direction, setDirection]);
  useLayoutEffect(() => {
    document.documentElement.dataset['skin'] = skin;
  }, [skin]);
  useLayoutEffect(() => setHourCycle(hourCycle), [hourCycle]);
  return null;
}
