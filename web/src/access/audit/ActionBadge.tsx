import { keyed } from '../../locales/keyed.ts';
import { CircleCheck, CircleMinus, CirclePlus, Eye, type LucideIcon, Pencil, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';

const LOOKS: Readonly<Record<string, readonly [Tone, LucideIcon]>> = {
  create: ['ok', CirclePlus],
  update: ['accent', Pencil],
  delete: ['bad', CircleMinus],
  purge: ['bad', CircleMinus],
  denied: ['warn', ShieldX],
  'login-failed': ['warn', ShieldX],
  impersonate: ['hold', Eye],
  revoke: ['bad', CircleMinus],
};

export function ActionBadge({ action }: { readonly action: string }) {
  const { t } = useTranslation('audit');
  const [tone, icon] = LOOKS[action] ?? (['idle', CircleCheck] as const);
  return (
    <StatusBadge tone={tone} icon={icon}>
      {keyed(t)(`options.action.${action}`, { defaultValue: action })}
    </StatusBadge>
  );
}
