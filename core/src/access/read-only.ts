// Rights of users of a suspended customer: read and export only.
import type { Ability } from './ability.ts';

export const readOnly = (abilities: readonly Ability[]): readonly Ability[] =>
  abilities.flatMap(({ action, resource }): readonly Ability[] => {
    if (action === 'read' || action === 'export') return [{ action, resource }];
    // `manage` includes every action.
    if (action !== 'manage') return [];
    return [
      { action: 'read', resource },
      { action: 'export', resource },
    ];
  });
