import { Alert, Skeleton, Stack } from '@mantine/core';
import { lineDifference } from '@ringside/core/base/line-difference.ts';
import { getProvisioningDifference, type SectionDifference } from '@ringside/core/contract/pbx/provisioning.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileMinus, FilePen, FilePlus, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import classes from './Configuration.module.css';
import { RunProblemText } from './RunProblemText.tsx';
import { provisioningKey } from './use-provisioning.ts';

interface Props {
  readonly serverId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Shows the sections that an apply would write. Each opening queries the PBX. */
export function DifferenceDialog({ serverId, opened, onClose }: Props) {
  const { t } = useTranslation('provisioning');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('difference.title')} size="xl">
      {opened ? <Difference serverId={serverId} /> : null}
    </Dialog>
  );
}

function Difference({ serverId }: { readonly serverId: number }) {
  const { t } = useTranslation('provisioning');
  const errorText = useErrorText();
  const query = useQuery({
    queryKey: provisioningKey(serverId, 'difference'),
    queryFn: ({ signal }) => call(getProvisioningDifference, { params: { id: serverId }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
  if (query.isError) return <Alert color="red">{errorText(query.error)}</Alert>;
  if (!query.data)
    return (
      <div role="status" aria-label={t('difference.asking')}>
        <Skeleton height={120} />
      </div>
    );
  const { data, total, problem } = query.data;
  if (problem !== null)
    return (
      <Alert color="red" variant="light" icon={<TriangleAlert />} title={t('status.problem')}>
        <RunProblemText problem={problem} />
      </Alert>
    );
  if (data.length === 0)
    return (
      <p className={classes['good']}>
        <CircleCheck size={18} aria-hidden="true" /> {t('difference.none')}
      </p>
    );
  return (
    <Stack gap="md">
      <p className={classes['hint']}>
        {t('difference.count', { count: total })}{' '}
        {total > data.length ? t('difference.first', { count: data.length }) : ''}
      </p>
      <ul className={classes['sections']}>
        {data.map((one) => (
          <li key={`${one.sheet} ${one.section}`}>
            <Section one={one} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const LOOKS: Readonly<Record<SectionDifference['change'], readonly [Tone, LucideIcon]>> = {
  create: ['ok', FilePlus],
  change: ['warn', FilePen],
  remove: ['bad', FileMinus],
};
const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

function Section({ one }: { readonly one: SectionDifference }) {
  const { t } = useTranslation('provisioning');
  const [tone, icon] = LOOKS[one.change];
  const name = `[${one.section}]`;
  return (
    <details className={classes['section']} open={one.change === 'change'}>
      <summary>
        <StatusBadge tone={tone} icon={icon} plain>
          {t(`changes.${one.change}`)}
        </StatusBadge>
        <bdi dir="ltr" className={classes['file']}>
          {`ringside_${one.sheet}`}
        </bdi>
        <bdi dir="ltr" className={classes['name']}>
          {name}
        </bdi>
      </summary>
      <pre className={classes['lines']} dir="ltr" tabIndex={0} aria-label={t('difference.of', { name })}>
        {lineDifference(one.before ?? [], one.after ?? []).map(({ kind, text }, i) => (
          <span key={i} data-kind={kind}>
            {SIGNS[kind]} {text}
            {'\n'}
          </span>
        ))}
      </pre>
    </details>
  );
}
