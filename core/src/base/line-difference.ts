interface DifferenceLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Merges two texts by their longest common subsequence of lines, as `diff` does. Common lines appear once. */
export const lineDifference = (before: readonly string[], after: readonly string[]): readonly DifferenceLine[] => {
  const rows = before.length;
  const columns = after.length;
  const common = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      common[i]![j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DifferenceLine[] = [];
  let i = 0;
  let j = 0;
  while (i < rows || j < columns) {
    if (i < rows && j < columns && before[i] === after[j]) {
      lines.push({ kind: 'same', text: before[i++]! });
      j++;
    } else if (i < rows && (j === columns || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: before[i++]! });
    } else lines.push({ kind: 'added', text: after[j++]! });
  }
  return lines;
};
