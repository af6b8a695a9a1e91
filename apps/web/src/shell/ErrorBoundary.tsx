import { Component, type ReactNode } from 'react';
import { Fault } from './Fault.tsx';
import { forgetMissingParts } from './lazy.ts';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What to show instead of the children. Another `key` on the boundary tries them again. */
  readonly fallback?: ReactNode;
  /** Where the reader is: at another place the children are tried again. */
  readonly at?: string;
  /** Whether this is only a part of a screen. */
  readonly isPart?: boolean;
}

interface ErrorBoundaryState {
  /** What was thrown; null while nothing was. */
  readonly fault: { readonly error: unknown } | null;
  readonly at: string | undefined;
}

/** Catches what its children throw and offers a way on. */
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
    forgetMissingParts();
    this.setState({ fault: null });
  };

  override render(): ReactNode {
    const { fault } = this.state;
    const { children, fallback, isPart = false } = this.props;
    if (fault === null) return children;
    if (fallback !== undefined) return fallback;
    return <Fault error={fault.error} isPart={isPart} onRetry={this.#retry} />;
  }
}
