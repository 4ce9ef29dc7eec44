import { textIn } from '../../data/form/value-of.ts';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { PlaceSelect } from '../../data/form/FieldInput.tsx';
import { ServersInput } from '../../data/form/ServerSelect.tsx';
import { BrandColorInput } from './BrandColorInput.tsx';

export const CUSTOMER_INPUTS = {
  serverIds: (input: InputProps) => <ServersInput {...input} />,
  billingCountry: ({ value, ...input }: InputProps) => (
    <PlaceSelect {...input} kind="country" name="billingCountry" value={textIn(value) ?? null} clearable />
  ),
  brandColor: (input: InputProps) => <BrandColorInput {...input} />,
};
