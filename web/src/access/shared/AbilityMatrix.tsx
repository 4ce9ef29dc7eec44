import { Checkbox } from '@mantine/core';
import { ACTIONS, type Ability, can, RESOURCES } from '@ringside/core/access/ability.ts';
import { useTranslation } from 'react-i18next';
import { useAreaName } from '../../locales/use-area-name.ts';
import classes from './AbilityMatrix.module.css';

interface Props {
  readonly label: string;
  /** `action:resource` */
  readonly value: readonly string[];
  readonly onChange?: (value: string[]) => void;
  /** Abilities that can be granted. Others are not shown. */
  readonly allowed: readonly Ability[];
  readonly error?: string | undefined;
}

const SINGLE = ACTIONS.filter((a) => a !== 'manage');
const NAMED = RESOURCES.filter((r) => r !== 'all');

const has = (value: readonly string[], action: string, resource: string): boolean =>
  [`${action}:${resource}`, `manage:${resource}`, `${action}:all`, 'manage:all'].some((one) => value.includes(one));

/** Returns the chosen pairs, with "all" actions and resources expanded. */
const spread = (value: readonly string[]): string[] =>
  NAMED.flatMap((r) => SINGLE.filter((a) => has(value, a, r)).map((a) => `${a}:${r}`));

/** Table of permissions: resources in rows, actions in columns. Read-only without `onChange`. */
export function AbilityMatrix({ label, value, onChange, allowed, error }: Props) {
  const { t } = useTranslation('permission');
  const areaName = useAreaName();
  const resources = NAMED.filter((r) => SINGLE.some((a) => can(allowed, a, r)));
  const toggle = (keys: readonly string[], on: boolean): void => {
    const rest = spread(value).filter((one) => !keys.includes(one));
    onChange?.(on ? [...rest, ...keys] : rest);
  };
  /** Returns the grantable pairs of one action, and whether each is granted. */
  const column = (action: (typeof SINGLE)[number]): readonly (readonly [key: string, on: boolean])[] =>
    resources.flatMap((r) => (can(allowed, action, r) ? [[`${action}:${r}`, has(value, action, r)] as const] : []));
  return (
    <div role="group" aria-label={label} className={classes['wrap']}>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- a wide table is scrolled by keys */}
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label={label}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('resource')}</th>
              {SINGLE.map((a) => (
                <th key={a} scope="col" className={classes['cell']}>
                  {onChange ? <Column action={a} of={column(a)} onToggle={toggle} /> : t(`actions.${a}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {resources.map((r) => {
              const given = SINGLE.filter((a) => can(allowed, a, r)).map((a) => `${a}:${r}`);
              const every = given.every((one) => has(value, one.split(':')[0] ?? '', r));
              const some = given.some((one) => has(value, one.split(':')[0] ?? '', r));
              return (
                <tr key={r}>
                  <th scope="row">
                    <Checkbox
                      label={areaName(r)}
                      checked={every}
                      indeterminate={some && !every}
                      disabled={!onChange}
                      onChange={() => toggle(given, !every)}
                    />
                  </th>
                  {SINGLE.map((a) => (
                    <td key={a} className={classes['cell']}>
                      {can(allowed, a, r) ? (
                        <Checkbox
                          aria-label={`${areaName(r)}: ${t(`actions.${a}`)}`}
                          checked={has(value, a, r)}
                          disabled={!onChange}
                          onChange={(e) => toggle([`${a}:${r}`], e.currentTarget.checked)}
                        />
                      ) : null}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {error ? (
        <p role="alert" className={classes['error']}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Column heading that grants or removes the action for all resources. */
function Column({
  action,
  of,
  onToggle,
}: {
  readonly action: (typeof SINGLE)[number];
  readonly of: readonly (readonly [key: string, on: boolean])[];
  readonly onToggle: (keys: readonly string[], on: boolean) => void;
}) {
  const { t } = useTranslation('permission');
  const every = of.every(([, on]) => on);
  return (
    <Checkbox
      label={t(`actions.${action}`)}
      aria-label={t('everyOf', { action: t(`actions.${action}`) })}
      checked={every}
      indeterminate={!every && of.some(([, on]) => on)}
      onChange={() =>
        onToggle(
          of.map(([key]) => key),
          !every,
        )
      }
    />
  );
}
