// The page of the command line: the output of `npx ringside help`.
import { execFileSync } from 'node:child_process';
import { root } from '../set-up.mjs';

export const cliPage = () => {
  const help = execFileSync(process.execPath, ['server/src/cli/main.ts', 'help'], { cwd: root, encoding: 'utf8' });
  return `# Command line

For operators. Run the commands in the program folder, as the user of the service and with the same settings. The exit code is 0 after
success, 1 after a failure and 2 for a command that does not exist.

\`\`\`text
${help.trim()}
\`\`\`
`;
};
