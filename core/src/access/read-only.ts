// What is left of somebody's rights while his customer is suspended: he reads, and takes a copy of what he reads.
import type { Ability } from './ability.ts';

export const readOnly = (abilities: readonly Ability[]): readonly Ability[] =>
  abilities.flatMap(({ action, resource }): readonly Ability[] => {
    if (action === 'read' || action === 'export') return [{ action, resource }];
    // `manage` stands for every action.
    if (action !== 'manage') return [];
    return [
      { action: 'read', resource },
      { action: 'export', resource },
    ];
  });
