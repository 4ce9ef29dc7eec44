import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './SearchDialog.module.css';
import type { Result, ResultGroup } from './use-search-results.ts';

interface Props {
  readonly id: string;
  readonly groups: readonly ResultGroup[];
  readonly chosen: Result | undefined;
  readonly onGo: (result: Result) => void;
  readonly onPoint: (result: Result) => void;
}

/** List of results. The focus stays in the input while the arrow keys move through the options. */
export function SearchResults({ id, groups, chosen, onGo, onPoint }: Props) {
  const { t } = useTranslation('search');
  const chosenId = chosen ? `${id}-${chosen.key}` : null;
  useEffect(() => {
    if (chosenId !== null) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div id={id} role="listbox" aria-label={t('title')} className={classes['list']}>
      {groups.map(({ kind, icon: Icon, title, results }) => {
        return (
          <div key={kind} role="group" aria-labelledby={`${id}-group-${kind}`}>
            <div id={`${id}-group-${kind}`} className={classes['heading']} role="presentation">
              {title}
            </div>
            {results.map((result) => (
              <div
                key={result.key}
                id={`${id}-${result.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={result === chosen}
                className={classes['option']}
                onClick={() => onGo(result)}
                onKeyDown={() => undefined}
                onMouseMove={() => (result === chosen ? undefined : onPoint(result))}
              >
                <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
                <span className={classes['texts']}>
                  <bdi className={classes['name']}>{result.title}</bdi>
                  {result.detail === '' ? null : <bdi className={classes['detail']}>{result.detail}</bdi>}
                </span>
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
