import { Component, type ReactNode } from 'react';
import { ErrorMessage } from './ErrorMessage.tsx';
import { resetFailedChunks } from '../../data/chunks/lazy.ts';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Replacement for the children after an error. A new `key` on the boundary renders the children again. */
  readonly fallback?: ReactNode;
  /** Current location: a new one renders the children again. */
  readonly at?: string;
  /** Whether the boundary surrounds only a part of a screen. */
  readonly isPart?: boolean;
}

interface ErrorBoundaryState {
  /** The thrown error; null for none. */
  readonly fault: { readonly error: unknown } | null;
  readonly at: string | undefined;
}

/** Catches errors of its children and shows an error message with a retry. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { fault: null, at: this.props.at };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { fault: { error } };
  }

  static getDerivedStateFromProps(
    { at }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return at === state.at ? null : { at, fault: null };
  }

  readonly #retry = (): void => {
    resetFailedChunks();
    this.setState({ fault: null });
  };

  override render(): ReactNode {
    const { fault } = this.state;
    const { children, fallback, isPart = false } = this.props;
    if (fault === null) return children;
    if (fallback !== undefined) return fallback;
    return <ErrorMessage error={fault.error} isPart={isPart} onRetry={this.#retry} />;
  }
}
