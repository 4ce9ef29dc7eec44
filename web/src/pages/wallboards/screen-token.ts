// The token of the link that this screen was opened by. It came behind the `#`, which no browser sends to anyone; it leaves
// the address at once, and stays in this browser so that the screen comes back after a loss of power.
const KEY = 'ringside.wallboard-link';

const stored = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

export const takeScreenToken = (): string | null => {
  const given = location.hash.slice(1);
  if (given === '') return stored();
  try {
    localStorage.setItem(KEY, given);
  } catch {
    // Nothing is kept: then the link has to be opened again after a restart.
  }
  history.replaceState(history.state, '', location.pathname);
  return given;
};
