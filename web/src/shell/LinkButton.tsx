import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { readonly ref?: Ref<HTMLAnchorElement> };

/** A link that looks like a button, with the router's typed addresses. */
export const LinkButton = createLink(({ ref, ...props }: Props) => <Button component="a" ref={ref} {...props} />);
