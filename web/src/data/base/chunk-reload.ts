// After an upgrade of the console, an open page requests chunks that no longer exist. Reloading the page fixes this. It reloads at most
// once per minute, because repeated reloads make a network problem worse.

const KEY = 'ringside.chunk-reload';
export const GUARD_MS = 60_000;

/** Matches the error messages of browsers and bundlers. */
export const isChunkFailure = (error: unknown): boolean => {
  const message = error instanceof Error ? error.message : String(error);
  return (
    /^Loading (CSS )?chunk .+ failed/i.test(message) ||
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(message)
  );
};

interface Page {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  readonly reload: () => void;
}

const thisPage = (): Page => ({ storage: sessionStorage, now: () => Date.now(), reload: () => location.reload() });

/** Reloads the page. Returns false if it already did so less than 60 s ago. */
export const reloadOnce = (page: Page = thisPage()): boolean => {
  const last = Number(page.storage.getItem(KEY) ?? 0);
  if (page.now() - last < GUARD_MS) return false;
  page.storage.setItem(KEY, String(page.now()));
  page.reload();
  return true;
};
