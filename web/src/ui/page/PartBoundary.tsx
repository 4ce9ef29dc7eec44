import { Button } from '@mantine/core';
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { isNotFound, isRedirect, useLocation } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Children, Component, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isChunkFailure } from '../../data/base/chunk-reload.ts';
import { EmptyState } from './EmptyState.tsx';

interface Props {
  readonly children: ReactNode;
  /** Replaces the error message and its button where there is no space for them. */
  readonly fallback?: ReactNode;
  /** Uses the height of a filter. */
  readonly small?: boolean;
}

/**
 * Resolves when the page has fresh data, because the part would fail again with the old data. Observers get new data in a later
 * task than the end of the fetch, and `schedule` runs after them.
 */
const refetch = async (client: QueryClient): Promise<void> => {
  await client.invalidateQueries().catch(() => undefined);
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
};

/** Contains a rendering error: the rest of the page stays usable. A new address or the retry button renders the part again. */
export function PartBoundary({ children, fallback, small = false }: Props) {
  const address = useLocation({ select: ({ href }) => href });
  const client = useQueryClient();
  return (
    <Boundary
      address={address}
      render={(retry) => fallback ?? <PartFailed small={small} onRetry={() => refetch(client).then(retry)} />}
    >
      {children}
    </Boundary>
  );
}

/** Wraps each child in its own error boundary. */
export function Parts({ children, small = false }: Omit<Props, 'fallback'>) {
  return Children.map(children, (child) => <PartBoundary small={small}>{child}</PartBoundary>);
}

function PartFailed({ small, onRetry }: { readonly small: boolean; readonly onRetry: () => Promise<void> }) {
  const { t } = useTranslation('common');
  const [retrying, setRetrying] = useState(false);
  const retry = (): void => {
    setRetrying(true);
    // A part that fails again keeps this message and its button.
    void onRetry().finally(() => setRetrying(false));
  };
  if (small) {
    return (
      <span role="alert">
        <Button
          variant="light"
          color="red"
          title={t('part.failed')}
          leftSection={<TriangleAlert size={16} aria-hidden="true" />}
          loading={retrying}
          onClick={retry}
        >
          {t('actions.retry')}
        </Button>
      </span>
    );
  }
  return (
    <EmptyState
      compact
      tone="bad"
      icon={TriangleAlert}
      title={t('part.failed')}
      action={
        <Button variant="default" size="xs" loading={retrying} onClick={retry}>
          {t('actions.retry')}
        </Button>
      }
    >
      {t('part.hint')}
    </EmptyState>
  );
}

interface BoundaryProps {
  readonly address: string;
  readonly render: (retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly error: { readonly thrown: unknown } | null;
  readonly address: string;
}

class Boundary extends Component<BoundaryProps, State> {
  override readonly state: State = { error: null, address: this.props.address };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: { thrown: error } };
  }

  static getDerivedStateFromProps({ address }: BoundaryProps, state: State): Partial<State> | null {
    return address === state.address ? null : { error: null, address };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { thrown } = error;
    // The router and the error page handle these.
    if (isRedirect(thrown) || isNotFound(thrown) || isChunkFailure(thrown)) throw thrown;
    return this.props.render(() => this.setState({ error: null }));
  }
}
