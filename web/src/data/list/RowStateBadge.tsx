import type { RowState } from '@ringside/core/contract/pbx/provisioning.ts';
import type { RowProvisioning } from '@ringside/core/contract/pbx/row-provisioning.ts';
import { CircleCheck, CirclePause, Clock, FileQuestion, FileX, type LucideIcon, ScanSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { useReasonText } from '../form/use-reason-text.ts';

export const STATE_LOOKS: Readonly<Record<RowState, readonly [Tone, LucideIcon]>> = {
  applied: ['ok', CircleCheck],
  pending: ['warn', Clock],
  failed: ['bad', FileX],
  drift: ['hold', ScanSearch],
  off: ['idle', CirclePause],
  unmanaged: ['idle', FileQuestion],
};

/** Shows whether the PBX has applied the row. The tooltip explains the reason. */
export function RowStateBadge({ row, plain = false }: { readonly row: RowProvisioning; readonly plain?: boolean }) {
  const { t } = useTranslation('provisioning');
  const reasonText = useReasonText();
  const [tone, icon] = STATE_LOOKS[row.state];
  const why = row.reason === null ? t(`rowHints.${row.state}`) : reasonText(row.reason, row.params);
  return (
    <StatusBadge tone={tone} icon={icon} plain={plain} title={why}>
      {t(`rowStates.${row.state}`)}
    </StatusBadge>
  );
}
