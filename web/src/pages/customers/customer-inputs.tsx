import type { InputProps } from '../../crud/FieldInput.tsx';
import { PlaceSelect } from '../../crud/FieldInput.tsx';
import { ServersInput } from '../../crud/ServerSelect.tsx';
import { BrandColorInput } from './BrandColorInput.tsx';

export const CUSTOMER_INPUTS = {
  serverIds: (input: InputProps) => <ServersInput {...input} />,
  billingCountry: ({ value, ...input }: InputProps) => (
    <PlaceSelect {...input} kind="country" name="billingCountry" value={(value as string | null) ?? null} clearable />
  ),
  brandColor: (input: InputProps) => <BrandColorInput {...input} />,
};
