import type { InputProps } from '../../crud/FieldInput.tsx';
import { ServersInput } from '../../crud/ServerSelect.tsx';

export const CUSTOMER_INPUTS = { serverIds: (input: InputProps) => <ServersInput {...input} /> };
