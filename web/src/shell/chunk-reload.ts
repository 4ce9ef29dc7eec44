// After an upgrade of the console an open page asks for chunks that are gone. Loading the page again mends it; once,
// because when the network is the trouble a reload every second would only make it worse.

const KEY = 'ringside.chunk-reload';
export const GUARD_MS = 60_000;

/** How browsers and bundlers word it. */
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

/** True when the page is about to load again; false when it did so less than 60 s ago. */
export const reloadOnce = (page: Page = thisPage()): boolean => {
  const last = Number(page.storage.getItem(KEY) ?? 0);
  if (page.now() - last < GUARD_MS) return false;
  page.storage.setItem(KEY, String(page.now()));
  page.reload();
  return true;
};
