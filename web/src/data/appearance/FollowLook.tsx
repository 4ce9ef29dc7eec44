import { useDirection } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { useLayout } from './layout-store.ts';

/** Applies the skin and the text direction to the document. The direction is the language's, unless the user chose one. */
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
