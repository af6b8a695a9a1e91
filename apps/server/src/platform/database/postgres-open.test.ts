import { expect, it } from 'vitest';
import { explainFailure } from './postgres-open.ts';

it('a host none of whose addresses answers is explained by the code of the failure', () => {
  const error = Object.assign(new AggregateError([new Error('one'), new Error('two')]), { code: 'ECONNREFUSED' });
  expect(explainFailure('postgres://popfray:hunter2@localhost/popfray?password=hunter2', error)).toEqual({
    code: 'ERR_DATABASE_OPEN',
    message:
      'The database postgres://localhost/popfray cannot be opened: ECONNREFUSED. Check DATABASE_URL and that the server runs.',
  });
});
