import { vi } from 'vitest';

/** What the page's calls of the server are answered with. */
export interface Answers {
  /** Answers by path: a value becomes JSON, a text is sent as it is, a number is a failure's status. None: the network does not let it through. */
  readonly by: Map<string, unknown>;
  /** Paths that were asked for, oldest first. */
  readonly asked: string[];
}

/** Answers in the network's place, for what a real server cannot be brought to. `vi.restoreAllMocks` ends that. */
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
