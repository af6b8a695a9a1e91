import { vi } from 'vitest';

/** Mocked answers to the page's API calls. */
export interface Answers {
  /** Answers by path: a value becomes JSON, a string is sent as text, a number is the status of a failure. A missing path is a network error. */
  readonly by: Map<string, unknown>;
  /** Requested paths, oldest first. */
  readonly asked: string[];
}

/** Mocks the network, for answers that a real server cannot be made to give. `vi.restoreAllMocks` restores it. */
export function openAnswers(by: Readonly<Record<string, unknown>> = {}): Answers {
  const answers: Answers = { by: new Map(Object.entries(by)), asked: [] };
  const realFetch = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (!path.startsWith('/api/') && path !== '/healthz') return realFetch(input, init);
    answers.asked.push(path);
    const answer = answers.by.get(path);
    if (answer === undefined) throw new TypeError('Failed to fetch');
    if (answer instanceof Promise) return answer as Promise<Response>;
    if (typeof answer === 'number') return new Response('', { status: answer });
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer);
  });
  return answers;
}
