import { Check, Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { switchLanguage } from '../../locales/i18n.ts';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../locales/language.ts';
import { BarMenu } from '../../ui/BarMenu.tsx';
import items from '../../ui/BarMenu.module.css';
import { keepPreference } from './keep-preference.ts';
import classes from './LanguageSwitcher.module.css';

export function LanguageSwitcher() {
  const { t, i18n } = useTranslation('shell');
  const current = isLanguage(i18n.language) ? i18n.language : 'en';
  return (
    <BarMenu
      width={180}
      buttonClass={classes['target']}
      label={`${t('language')} ${current.toUpperCase()}: ${LANGUAGE_NAMES[current]}`}
      button={
        <>
          <Languages size={18} aria-hidden="true" />
          {current.toUpperCase()}
        </>
      }
    >
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={items['item']}
          lang={language}
          dir={directionOf(language)}
          onClick={() => {
            void switchLanguage(language);
            keepPreference({ language });
          }}
          aria-current={language === current}
        >
          <span>{LANGUAGE_NAMES[language]}</span>
          {language === current ? <Check size={16} aria-hidden="true" /> : null}
        </button>
      ))}
    </BarMenu>
  );
}
