import type { ObjectReason } from '@ringside/core/contract/pbx/provisioning.ts';
import { useTranslation } from 'react-i18next';

type Params = Readonly<Record<string, string | number>>;

/** Returns a function that translates why an object on the PBX differs from what was entered. */
export const useReasonText = (): ((reason: ObjectReason, params: Params) => string) => {
  const { t } = useTranslation('provisioning');
  return (reason, params) => {
    const given = {
      name: '',
      message: '',
      field: '',
      reason: '',
      option: '',
      wanted: '',
      found: '',
      transport: '',
      ...params,
    };
    switch (reason) {
      case 'value-refused':
        return given.reason === 'taken'
          ? t('reasons.value-taken', { field: given.field })
          : t('reasons.value-refused', { field: given.field });
      case 'name-taken':
        return t('reasons.name-taken', { name: given.name });
      case 'not-loaded':
        return t('reasons.not-loaded', { name: given.name });
      case 'not-seen':
        return t('reasons.not-seen', { name: given.name });
      case 'differs':
        return t('reasons.differs', { option: given.option, wanted: given.wanted, found: given.found });
      case 'no-transport':
        return t('reasons.no-transport', { transport: String(given.transport).toUpperCase() });
      case 'write-refused':
        return t('reasons.write-refused', { message: given.message });
      case 'changed-there':
        return t('reasons.changed-there');
      case 'deleted-there':
        return t('reasons.deleted-there');
    }
  };
};
