import type { Action, Resource } from '@ringside/core/access/ability.ts';
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Namespace } from '../../locales/namespaces.ts';

/** Text of a menu entry: a page uses the title of its own texts, other entries use `shell:nav.<key>`. */
export interface MenuText {
  readonly key: string;
  /** Text namespace of the page. */
  readonly texts?: Namespace;
}

export interface MenuEntry extends MenuText {
  /** Absent: visible to everyone. */
  readonly access?: readonly [Action, Resource];
  /** Hidden for users with this permission, who have another page instead. */
  readonly unless?: readonly [Action, Resource];
}

/** A page. Its own texts, or `home:about.<key>`, describe it. */
export interface NavigationLink extends MenuEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: LucideIcon;
}

/** Returns the menu link of a resource's list. */
export const nounLink = (noun: Resource & Namespace, to: NavigationLink['to'], icon: LucideIcon): NavigationLink => ({
  key: to.slice(1),
  texts: noun,
  to,
  icon,
  access: ['read', noun],
});
