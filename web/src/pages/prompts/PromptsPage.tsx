import { Group } from '@mantine/core';
import { prompts } from '@ringside/core/contract/prompts.ts';
import { formatDuration } from '@ringside/core/format/duration.ts';
import { FileAudio } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../api/use-sees-customers.ts';
import type { Filter } from '../../crud/list-filters.ts';
import { ResourcePage } from '../../crud/ResourcePage.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { AudioInput } from './AudioInput.tsx';
import { PlaySound } from './PlaySound.tsx';

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };

const addressOf = (path: string): string => `/api${path}`;

/** Sounds that callers hear: what menus and queues say, and music for who waits. */
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
