import './ui/styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { startI18n } from './locales/i18n.ts';
import { router } from './routes.tsx';
import { isChunkFailure, reloadOnce } from './shell/chunk-reload.ts';
import { colorScheme } from './shell/color-scheme.ts';
import { FollowLook } from './shell/FollowLook.tsx';
import { Overlays } from './shell/Overlays.tsx';
import { cssVariables, theme } from './ui/theme.ts';

const show = (): void => {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
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
  // The texts are chunks too: after an upgrade they may be gone.
  if (!isChunkFailure(error) || !reloadOnce()) throw error;
});
