// Waits for PostgreSQL, which often starts after the console.
import { unavailableReason } from './database-unavailable.ts';

const WAIT_MS = 60_000;
const RETRY_MS = 1_000;

/** Retries `open` for up to 60 s while the server is unreachable or has no free connection. Calls `waits` once, at the first failure. */
export const waitForDatabase = async <T>(open: () => Promise<T>, waits: (error: unknown) => void): Promise<T> => {
  let isReported = false;
  for (const late = Date.now() + WAIT_MS; ;) {
    try {
      return await open();
    } catch (error) {
      if (unavailableReason(error) === null || Date.now() + RETRY_MS >= late) throw error;
      if (!isReported) waits(error);
      isReported = true;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
};
