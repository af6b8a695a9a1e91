import type { ComponentProps, ReactElement } from 'react';
import { QueryState } from '../../ui/QueryState.tsx';
import { isNotFound } from './call-desk-api.ts';

/** A query of the desk, with the server's error message. The head of the page shows when its data is old. */
export function QueryResult<Value>(
  props: Pick<ComponentProps<typeof QueryState<Value>>, 'query' | 'lines' | 'children'>,
): ReactElement {
  return <QueryState hasStaleNotice describe={messageOf} canRetry={isFound} {...props} />;
}

const messageOf = ({ message }: Error): string => message;

/** What does not exist is not fetched again. */
const isFound = (error: Error): boolean => !isNotFound(error);
