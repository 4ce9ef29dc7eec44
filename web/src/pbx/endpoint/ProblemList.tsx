import { keyed } from '../../locales/keyed.ts';
import { Code, CopyButton, UnstyledButton } from '@mantine/core';
import type { LinkProblem } from '@ringside/core/contract/pbx/endpoint.ts';
import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './ProblemList.module.css';

/** Lists the problems of a link, each with an explanation and the line to add on the PBX. */
export function ProblemList({ problems }: { readonly problems: readonly LinkProblem[] }) {
  const { t } = useTranslation(['endpoint', 'common']);
  const word = useProblemText();
  return (
    <ul className={classes['list']}>
      {problems.map((problem, i) => {
        const { title, hint } = word(problem);
        const fix = problem.line === null ? null : fixOf(problem.line);
        return (
          <li key={i} className={classes['item']}>
            <TriangleAlert size={18} aria-hidden="true" className={classes['icon']} />
            <div className={classes['words']}>
              <p className={classes['title']}>{title}</p>
              {hint ? <p className={classes['hint']}>{hint}</p> : null}
              {fix === null ? null : (
                <div className={classes['fix']}>
                  <span className={classes['fixLabel']}>{t('test.line', { file: fix.file })}</span>
                  <div className={classes['line']}>
                    <Code block dir="ltr" className={classes['code'] ?? ''}>
                      {fix.line}
                    </Code>
                    <CopyButton value={fix.line}>
                      {({ copied, copy }) => (
                        <UnstyledButton
                          onClick={copy}
                          className={classes['copy']}
                          aria-label={copied ? t('common:actions.copied') : t('common:actions.copy')}
                        >
                          {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
                        </UnstyledButton>
                      )}
                    </CopyButton>
                  </div>
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Splits `modules.conf: load = app_queue.so` into file and line. The default file is `manager.conf`. */
const fixOf = (line: string): { readonly file: string; readonly line: string } => {
  const named = /^([a-z_]+\.conf): (.*)$/s.exec(line);
  return named ? { file: named[1] ?? '', line: named[2] ?? '' } : { file: 'manager.conf', line };
};

/** Returns a function that translates link problems. Unknown codes are shown as they are. */
export const useProblemText = (): ((p: LinkProblem) => { readonly title: string; readonly hint: string | null }) => {
  const { t: typed, i18n } = useTranslation('endpoint');
  const t = keyed(typed);
  return ({ code, params = {} }) => {
    const known = (key: string): string | null => (i18n.exists(`endpoint:${key}`) ? t(key, params) : null);
    return {
      title: known(`problems.${code}.title`) ?? t('problems.unknown.title', { code }),
      hint: known(`problems.${code}.hint`),
    };
  };
};
