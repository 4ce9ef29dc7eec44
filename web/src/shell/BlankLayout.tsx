import { Outlet } from '@tanstack/react-router';

/** Sign-in and the one-time links: no navigation. The pages draw their own frame. */
export function BlankLayout() {
  return <Outlet />;
}
