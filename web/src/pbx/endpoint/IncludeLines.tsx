import { Code, CopyButton, UnstyledButton } from '@mantine/core';
import type { IncludeLine, Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { Check, CircleCheck, CircleHelp, Copy, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import classes from './Configuration.module.css';

const LOOKS: Readonly<Record<IncludeLine['state'], readonly [Tone, LucideIcon]>> = {
  present: ['ok', CircleCheck],
  missing: ['bad', TriangleAlert],
  unknown: ['idle', CircleHelp],
};

const loginLines = (username: string): string =>
  [
    `[${username}]`,
    'secret = …',
    'deny = 0.0.0.0/0.0.0.0',
    'permit = 192.0.2.10/255.255.255.255',
    'read =',
    'write = config,system,reporting,command',
    'writetimeout = 5000',
  ].join('\n');

const RELOAD = "asterisk -rx 'manager reload'\nasterisk -rx 'module reload'";
/** Asterisk reads the list of realtime tables only at start. */
const RESTART = "asterisk -rx 'core restart when convenient'";

/** Lines that a standard Asterisk configuration needs, and whether each was found. */
export function IncludeLines({ now }: { readonly now: Provisioning }) {
  const { t } = useTranslation('provisioning');
  const files = [...new Set(now.includes.map((line) => line.file))];
  const including = new Set(now.includes.filter(({ line }) => line.startsWith('#')).map((line) => line.file));
  const linesOf = (file: string) => now.includes.filter((line) => line.file === file);
  return (
    <Panel title={t('prepare.title')} description={t('prepare.hint')}>
      <ol className={classes['steps']}>
        <li>
          <p>{t('prepare.includes')}</p>
          {files
            .filter((file) => including.has(file))
            .map((file) => (
              <File key={file} file={file} lines={linesOf(file)} />
            ))}
        </li>
        {now.driver === 'database' ? (
          <li>
            <p>{t('prepare.database')}</p>
            {files
              .filter((file) => !including.has(file))
              .map((file) => (
                <File key={file} file={file} lines={linesOf(file)} />
              ))}
            <p className={classes['hint']}>{t('prepare.near')}</p>
          </li>
        ) : null}
        <li>
          <p>{t('prepare.login')}</p>
          <Lines file="manager.conf" text={loginLines(now.username || 'ringside-provisioning')} />
          <p className={classes['hint']}>{t('prepare.root')}</p>
        </li>
        <li>
          <p>{t(now.driver === 'database' ? 'prepare.restart' : 'prepare.reload')}</p>
          <Lines file={t('prepare.shell')} text={now.driver === 'database' ? RESTART : RELOAD} />
        </li>
        <li>
          <p>{t('prepare.test')}</p>
        </li>
      </ol>
    </Panel>
  );
}

const textOf = (lines: readonly IncludeLine[]): string =>
  lines
    .flatMap(({ section, line }, i) =>
      section === '' || section === lines[i - 1]?.section ? [line] : [`[${section}]`, line],
    )
    .join('\n');

function File({ file, lines }: { readonly file: string; readonly lines: readonly IncludeLine[] }) {
  const { t } = useTranslation('provisioning');
  const worst = lines.some((l) => l.state === 'missing')
    ? 'missing'
    : lines.every((l) => l.state === 'present')
      ? 'present'
      : 'unknown';
  const [tone, icon] = LOOKS[worst];
  return (
    <Lines
      file={file}
      text={textOf(lines)}
      badge={
        <StatusBadge tone={tone} icon={icon} plain>
          {t(`includeStates.${worst}`)}
        </StatusBadge>
      }
    />
  );
}

function Lines({ file, text, badge }: { readonly file: string; readonly text: string; readonly badge?: ReactNode }) {
  const { t } = useTranslation(['provisioning', 'common']);
  return (
    <div className={classes['fileLines']}>
      <div className={classes['fileHead']}>
        <bdi dir="ltr" className={classes['file']}>
          {file}
        </bdi>
        {badge}
      </div>
      <div className={classes['code']}>
        <Code block dir="ltr" tabIndex={0} aria-label={t('prepare.linesOf', { file })}>
          {text}
        </Code>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <UnstyledButton
              onClick={copy}
              className={classes['copy'] ?? ''}
              aria-label={copied ? t('common:actions.copied') : t('prepare.copy', { file })}
            >
              {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
            </UnstyledButton>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
