// The page of error codes with their English texts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up.mjs';
import { code, table } from './table.mjs';

export const errorsPage = async () => {
  const { ERRORS } = await import('@ringside/core/contract/errors.ts');
  const words = JSON.parse(readFileSync(join(root, 'core/src/contract/words/en.json'), 'utf8'));
  const errors = Object.entries(ERRORS).map(([name, { status, title }]) => [code(name), status, title]);
  const fields = Object.entries(words).map(([name, text]) => [code(name), text.replaceAll('{', '\\{')]);
  return `# Error codes

For authors of API clients. Errors are problem details (RFC 9457): \`code\` names the error, and \`errors\` lists the fields at fault.
The texts here are English. The API answers in the language of \`Accept-Language\`: English, Spanish, French or Hebrew.

## Errors of a request

\`code\` of the problem.

${table(['code', 'status', 'title'], errors)}

## Errors of a field

\`code\` of an entry in \`errors\`. Words in braces are values in \`params\`.

${table(['code', 'message'], fields)}
`;
};
