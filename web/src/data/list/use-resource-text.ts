import { keyed } from '../../locales/keyed.ts';
import { isLanguage, LANGUAGE_NAMES } from '../../locales/language.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource as ResourceName } from '@ringside/core/access/ability.ts';

export interface ResourceText {
  readonly field: (name: string) => string;
  readonly help: (name: string) => string | undefined;
  readonly section: (name: string) => string;
  readonly sectionHelp: (name: string) => string | undefined;
  readonly option: (field: string, value: string) => string;
  /** Consequence of a status, to show before the change; undefined if there is none. */
  readonly consequence: (status: string) => string | undefined;
  /** Texts that each resource's namespace must have: `title`, `add`, `one`, `description`, `empty`, `emptyHint`. */
  readonly word: (key: 'title' | 'add' | 'edit' | 'description' | 'empty' | 'emptyHint') => string;
}

/**
 * Returns the texts of a resource from its namespace. The keys come from the contract's declaration, so the compiler cannot check them.
 * `resource-texts.test.ts` checks that each declared field, section and option has a text.
 */
export const useResourceText = (name: ResourceName): ResourceText => {
  const { t: typed, i18n } = useTranslation(name as 'customer');
  return useMemo(() => {
    const t = keyed(typed);
    const maybe = (key: string): string | undefined => (i18n.exists(`${name}:${key}`) ? t(key) : undefined);
    return {
      field: (f) => t(`fields.${f}`),
      help: (f) => maybe(`help.${f}`),
      section: (s) => t(`sections.${s}`),
      sectionHelp: (s) => maybe(`sectionHelp.${s}`),
      option: (f, value) =>
        maybe(`options.${f}.${value}`) ?? (f === 'language' && isLanguage(value) ? LANGUAGE_NAMES[value] : value),
      consequence: (status) => maybe(`consequence.${status}`),
      word: (key) => t(`words.${key}`),
    };
  }, [typed, i18n, name]);
};
