import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window has at least this width, correct from the first render. */
export const useMinWidth = (px: number): boolean =>
  useMediaQuery(`(min-width: ${px}px)`, false, { getInitialValueInEffect: false }) ?? false;
