import { Button, Menu } from '@mantine/core';
import { Check, Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { switchLanguage } from '../locales/i18n.ts';
import { directionOf, isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../locales/language.ts';
import { keepPreference } from './keep-preference.ts';

export function LanguageSwitcher() {
  const { t, i18n } = useTranslation('shell');
  const current = isLanguage(i18n.language) ? i18n.language : 'en';
  return (
    <Menu width={180}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          leftSection={<Languages size={18} aria-hidden="true" />}
          aria-label={`${t('language')} ${current.toUpperCase()}: ${LANGUAGE_NAMES[current]}`}
        >
          {current.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            dir={directionOf(language)}
            onClick={() => {
              void switchLanguage(language);
              keepPreference({ language });
            }}
            rightSection={language === current ? <Check size={16} aria-hidden="true" /> : null}
            aria-current={language === current}
          >
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
