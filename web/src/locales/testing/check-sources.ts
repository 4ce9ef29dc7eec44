// Finds the translation keys that the sources use, and hard-coded texts.
import ts from 'typescript';
import { stem } from './check-texts.ts';

interface Source {
  readonly path: string;
  readonly file: ts.SourceFile;
}

export const parseSource = (path: string, text: string): Source => ({
  path,
  file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
});

const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
};

/** Returns whether any source uses a key, in full or by prefix. */
export const usedIn = (sources: readonly Source[]): ((key: string) => boolean) => {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const { file } of sources) {
    walk(file, (node) => {
      if (ts.isStringLiteralLike(node)) whole.add(node.text.replace(/^[\w-]+:/, ''));
      // A template such as `fields.${name}` uses all keys below `fields.`.
      if (ts.isTemplateExpression(node) && node.head.text.includes('.')) {
        beginnings.add(node.head.text.replace(/^([\w-]+|):/, ''));
      }
    });
  }
  return (key) => whole.has(stem(key)) || [...beginnings].some((start) => stem(key).startsWith(start));
};

/** Attributes that users read or hear. */
const SPOKEN = new Set([
  'label',
  'title',
  'placeholder',
  'description',
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'error',
  'nothingFoundMessage',
  'message',
]);
const LETTERS = /\p{L}{2,}/u;
/** File names, keys, protocols and keyboard keys are the same in every language. */
const NAMES = /\b\w*_\w*|\bTLS\b|Ctrl\+\S+/g;

/** Returns the possible string values of an expression: `a ? 'x' : 'y'`, `z ?? 'x'`, `` `x ${y}` ``. */
const stringsOf = (node: ts.Expression): string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((s) => s.literal.text)];
  if (ts.isConditionalExpression(node)) return [...stringsOf(node.whenTrue), ...stringsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return stringsOf(node.expression);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken)
      return [...stringsOf(node.left), ...stringsOf(node.right)];
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return stringsOf(node.right);
  }
  return [];
};

/** Returns the hard-coded texts of a component. */
export const textsOfItsOwn = ({ path, file }: Source): string[] => {
  const found: string[] = [];
  const say = (text: string): void => {
    if (LETTERS.test(text.replace(NAMES, ''))) found.push(`${path}: ${text.trim()}`);
  };
  walk(file, (node) => {
    if (ts.isJsxText(node)) say(node.text);
    // A child such as `{open ? 'Open' : 'Closed'}`.
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      stringsOf(node.expression).forEach(say);
    if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText()) && node.initializer) {
      if (ts.isStringLiteral(node.initializer)) say(node.initializer.text);
      else if (ts.isJsxExpression(node.initializer) && node.initializer.expression)
        stringsOf(node.initializer.expression).forEach(say);
    }
  });
  return found;
};
