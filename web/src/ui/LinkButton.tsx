import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { readonly ref?: Ref<HTMLAnchorElement> };

/** Link with the style of a button and the router's typed paths. */
export const LinkButton = createLink(({ ref, ...props }: Props) => <Button component="a" ref={ref} {...props} />);
