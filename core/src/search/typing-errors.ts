/**
 * How many letters are wrong, missing, too many or swapped with their neighbour, at most `limit`; null beyond it.
 * `text` may go on after what was typed: only its beginning is compared.
 */
export const typingErrors = (typed: string, text: string, limit: number): number | null => {
  const width = Math.min(text.length, typed.length + limit);
  let before: number[] = [];
  let above = Array.from({ length: width + 1 }, (_, i) => i);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= width; j++) {
      const same = typed[i - 1] === text[j - 1];
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === text[j - 2] && typed[i - 2] === text[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    if (Math.min(...row) > limit) return null;
    before = above;
    above = row;
  }
  const errors = Math.min(...above);
  return errors <= limit ? errors : null;
};
