import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource as ResourceName } from '@ringside/core/access/ability.ts';

export interface ResourceText {
  readonly field: (name: string) => string;
  readonly help: (name: string) => string | undefined;
  readonly section: (name: string) => string;
  readonly sectionHelp: (name: string) => string | undefined;
  readonly option: (field: string, value: string) => string;
  /** What comes of a status, where it is more than a word: asked before it is given. */
  readonly consequence: (status: string) => string | undefined;
  /** `title`, `add`, `one`, `description`, `empty`, `emptyHint`: what each resource's namespace must have. */
  readonly word: (key: 'title' | 'add' | 'edit' | 'description' | 'empty' | 'emptyHint') => string;
}

/**
 * The texts of a resource, from its namespace. The keys come from the contract's declaration, so the compiler cannot
 * see them; `resource-texts.test.ts` proves that each declared field, section and option has its words.
 */
export const useResourceText = (name: ResourceName): ResourceText => {
  const { t: typed, i18n } = useTranslation(name as 'customer');
  return useMemo(() => {
    const t = typed as unknown as (key: string) => string;
    const maybe = (key: string): string | undefined => (i18n.exists(`${name}:${key}`) ? t(key) : undefined);
    return {
      field: (f) => t(`fields.${f}`),
      help: (f) => maybe(`help.${f}`),
      section: (s) => t(`sections.${s}`),
      sectionHelp: (s) => maybe(`sectionHelp.${s}`),
      option: (f, value) => maybe(`options.${f}.${value}`) ?? value,
      consequence: (status) => maybe(`consequence.${status}`),
      word: (key) => t(`words.${key}`),
    };
  }, [typed, i18n, name]);
};
