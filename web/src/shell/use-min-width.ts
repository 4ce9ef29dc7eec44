import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is at least so wide; true to the window from the first render. */
export const useMinWidth = (px: number): boolean =>
  useMediaQuery(`(min-width: ${px}px)`, false, { getInitialValueInEffect: false }) ?? false;
