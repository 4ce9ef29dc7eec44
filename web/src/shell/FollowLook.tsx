import { useDirection } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '@ringside/core/format/direction-of.ts';
import { useLayout } from './layout-store.ts';

/** What of the look belongs to the whole document: the skin, and the direction (the language's, unless one was chosen). */
export function FollowLook() {
  const { i18n } = useTranslation();
  const chosen = useLayout((s) => s.direction);
  const skin = useLayout((s) => s.skin);
  const { setDirection } = useDirection();
  const direction = chosen === 'auto' ? directionOf(i18n.language) : chosen;
  useLayoutEffect(() => setDirection(direction), [direction, setDirection]);
  useLayoutEffect(() => {
    document.documentElement.dataset['skin'] = skin;
  }, [skin]);
  return null;
}
