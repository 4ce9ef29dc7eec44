import './ui/styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './data/api/query-client.ts';
import { startI18n } from './locales/i18n.ts';
import { router } from './app/routes.tsx';
import { isChunkFailure, reloadOnce } from './data/base/chunk-reload.ts';
import { colorScheme } from './data/appearance/color-scheme.ts';
import { FollowLook } from './data/appearance/FollowLook.tsx';
import { Overlays } from './app/shell/Overlays.tsx';
import { cssVariables, theme } from './ui/theme.ts';

const show = (): void => {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element #root');
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider>
        <FollowLook />
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colorScheme}
          defaultColorScheme="light"
        >
          <QueryClientProvider client={queryClient}>
            <Overlays>
              <RouterProvider router={router} />
            </Overlays>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  );
};

startI18n().then(show, (error: unknown) => {
  // The texts are chunks too and may be missing after an upgrade.
  if (!isChunkFailure(error) || !reloadOnce()) throw error;
});
