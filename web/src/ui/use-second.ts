import { useSyncExternalStore } from 'react';
import { currentSecond, onSecond } from '../data/base/clock.ts';

/** Re-renders once a second. Returns the server's time in whole seconds since the epoch. */
export const useSecond = (): number => useSyncExternalStore(onSecond, currentSecond);
