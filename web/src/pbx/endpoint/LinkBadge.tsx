import type { Endpoint } from '@ringside/core/contract/pbx/endpoint.ts';
import { CircleHelp, LoaderCircle, type LucideIcon, PlugZap, Power, ShieldX, Unplug, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';

const LOOKS: Readonly<Record<Endpoint['linkState'], readonly [Tone, LucideIcon]>> = {
  unknown: ['idle', CircleHelp],
  disabled: ['idle', Power],
  connecting: ['warn', LoaderCircle],
  up: ['ok', PlugZap],
  stalled: ['warn', WifiOff],
  away: ['bad', Unplug],
  refused: ['bad', ShieldX],
};

/** State of the link to a PBX server. `lame`: the link is up but lacks permissions or events. */
export function LinkBadge({ state, lame = false }: { readonly state: Endpoint['linkState']; readonly lame?: boolean }) {
  const { t } = useTranslation('endpoint');
  const [tone, icon] = LOOKS[state];
  return lame && state === 'up' ? (
    <StatusBadge tone="warn" icon={PlugZap}>
      {t('options.linkState.lame')}
    </StatusBadge>
  ) : (
    <StatusBadge tone={tone} icon={icon}>
      {t(`options.linkState.${state}`)}
    </StatusBadge>
  );
}
