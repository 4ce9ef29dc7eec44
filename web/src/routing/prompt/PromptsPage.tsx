import { Group } from '@mantine/core';
import { prompts } from '@ringside/core/contract/routing/prompt.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { FileAudio } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import type { Filter } from '../../data/list/list-filters.ts';
import { ResourcePage } from '../../data/list/ResourcePage.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { AudioInput } from './AudioInput.tsx';
import { PlaySound } from './PlaySound.tsx';
import type texts from '../../locales/en/prompt.json';

declare module 'i18next' {
  interface NounTexts {
    prompt: typeof texts;
  }
}

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };

const addressOf = (path: string): string => `/api${path}`;

/** Sound files: announcements of menus and queues, and music on hold. */
export function PromptsPage() {
  const { t } = useTranslation('prompt');
  const staff = useSeesCustomers();
  const columns = ['name', 'seconds', 'usedBy', 'customerName'];
  return (
    <ResourcePage
      resource={prompts}
      icon={FileAudio}
      columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
      filters={staff ? [CUSTOMER] : []}
      consequence={t('removeHint')}
      hidden={staff ? [] : ['customerId']}
      cells={{
        name: (row) => (
          <Group gap="xs" wrap="nowrap">
            <PlaySound name={row.name} address={addressOf(row.path)} />
            <strong className={links['strong']}>
              <bdi>{row.name}</bdi>
            </strong>
          </Group>
        ),
        seconds: (row) => <Num>{formatDuration(Math.ceil(row.seconds))}</Num>,
        usedBy: (row) => <bdi>{row.usedBy.join(', ')}</bdi>,
      }}
      inputs={(row) => ({
        audio: (input) => <AudioInput {...input} path={row === null ? null : addressOf(row.path)} />,
      })}
    />
  );
}
