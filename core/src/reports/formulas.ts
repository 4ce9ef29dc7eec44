// The seven service level formulas in language-independent symbols: A answered, B abandoned, F other outcomes, T threshold, s short-abandon
// limit.

export const FORMULAS = {
  1: 'A≤T ÷ A',
  2: '(A≤T + B≤T) ÷ (A + B)',
  3: 'A≤T ÷ (A + B)',
  4: 'A≤T ÷ (A + B>T)',
  5: '(A≤T + B≤s) ÷ (A + B)',
  6: 'A≤T ÷ (A + B − B≤s)',
  7: 'A≤T ÷ (A + B + F)',
} as const;
type Formula = keyof typeof FORMULAS;

export const isFormula = (n: number | undefined): n is Formula => n !== undefined && n in FORMULAS;
