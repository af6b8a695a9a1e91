export { ErrorBoundary } from './ErrorBoundary.tsx';
export { LazyPart, RunOnMount } from './LazyPart.tsx';
