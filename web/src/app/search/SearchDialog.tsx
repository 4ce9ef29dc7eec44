import { Loader, Modal, UnstyledButton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepSearch } from './recent-searches.ts';
import { RecentSearches } from './RecentSearches.tsx';
import classes from './SearchDialog.module.css';
import { SearchResults } from './SearchResults.tsx';
import { type Result, useSearchResults } from './use-search-results.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function SearchDialog({ opened, onClose }: Props) {
  // Loads the texts before the modal mounts: its focus trap runs once and needs the input to be there.
  useTranslation(['search', 'common']);
  return (
    <Modal.Root opened={opened} onClose={onClose} size={640} yOffset="10vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <div className={classes['dialog']}>
          <SearchBox onClose={onClose} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** Key names as printed on keyboards in all languages. */
const KEYS = { enter: 'Enter', escape: 'Esc' } as const;
const LIST = 'search-results';

function SearchBox({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['search', 'common']);
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { query, groups, failed, waiting } = useSearchResults(typed);
  const results = groups.flatMap((group) => group.results);
  const chosen = results[Math.min(at, results.length - 1)];

  const go = (result: Result): void => {
    keepSearch(query);
    onClose();
    router.history.push(result.to);
  };
  const type = (text: string): void => {
    setTyped(text);
    setAt(0);
  };
  const pressed = (e: KeyboardEvent): void => {
    // An input method (IME) uses these keys during composition.
    if (e.nativeEvent.isComposing) return;
    const step = STEPS[e.key];
    if (step !== undefined && results.length > 0) {
      e.preventDefault();
      setAt((Math.min(at, results.length - 1) + step + results.length) % results.length);
    } else if (e.key === 'Enter' && chosen) {
      e.preventDefault();
      go(chosen);
    }
  };

  return (
    <>
      <Modal.Title className={classes['title'] ?? ''}>{t('search:title')}</Modal.Title>
      <div className={classes['head']}>
        {waiting && query !== '' ? (
          <Loader size={18} aria-hidden="true" />
        ) : (
          <Search size={20} aria-hidden="true" className={classes['glass']} />
        )}
        <input
          data-autofocus
          className={classes['input']}
          type="text"
          role="combobox"
          aria-label={t('search:input')}
          aria-expanded={results.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${LIST}-${chosen.key}` : undefined}
          placeholder={t('search:placeholder')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={typed}
          onChange={(e) => type(e.currentTarget.value)}
          onKeyDown={pressed}
        />
        <UnstyledButton className={classes['close']} aria-label={t('common:actions.close')} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </UnstyledButton>
      </div>
      <div className={classes['body']}>
        <SearchResults id={LIST} groups={groups} chosen={chosen} onGo={go} onPoint={(r) => setAt(results.indexOf(r))} />
        {query === '' ? <RecentSearches onPick={type} /> : null}
        <div role="status" className={results.length > 0 ? classes['spoken'] : classes['none']}>
          {query === '' || waiting ? null : <Outcome query={query} count={results.length} failed={failed} />}
        </div>
      </div>
      <Keys />
    </>
  );
}

interface OutcomeProps {
  readonly query: string;
  readonly count: number;
  readonly failed: boolean;
}

function Outcome({ query, count, failed }: OutcomeProps) {
  const { t } = useTranslation('search');
  if (failed) return t('failed');
  if (count > 0) return t('found', { count });
  return (
    <>
      <strong>{t('none', { query })}</strong>
      <span>{t('noneHint')}</span>
    </>
  );
}

function Keys() {
  const { t } = useTranslation('search');
  return (
    <p className={classes['keys']} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('keys.move')}
      </span>
      <span>
        <kbd>{KEYS.enter}</kbd> {t('keys.open')}
      </span>
      <span>
        <kbd>{KEYS.escape}</kbd> {t('keys.close')}
      </span>
    </p>
  );
}
