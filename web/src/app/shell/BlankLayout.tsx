import { Outlet } from '@tanstack/react-router';

/** Layout of sign-in and one-time links, without navigation. The pages draw their own frame. */
export function BlankLayout() {
  return <Outlet />;
}
