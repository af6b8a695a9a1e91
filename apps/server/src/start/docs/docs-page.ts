import {
  FAILURES,
  LIMITS,
  NETWORK_SHARE,
  NETWORK_SIZES,
  PARAMETERS,
  READS,
  type Call,
  type CallerKind,
} from '@popfray/protocol';
import { z } from 'zod';
import { listFields, type Field } from './field-list.ts';
import { html, type Markup } from './markup.ts';
import { DESCRIBED_CALLS, failuresOf, makeSchema, parametersOf, type Named } from './openapi.ts';
import type { Settings } from '../../platform/config/index.ts';

/** Makes the page that documents the APIs: every call with its request, answer and failures. */
export function makeDocsPage({ crossChainUrl }: Pick<Settings, 'crossChainUrl'>): string {
  const topics = Map.groupBy(DESCRIBED_CALLS, ([, { topic }]) => topic);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>Popfray: the API</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <header>
          <p class="brand"><a href="/">Popfray</a></p>
          <h1>The API</h1>
          <p>
            Bodies and answers are JSON. Amounts are whole numbers of sun (1 TRX = 1,000,000 sun), times are epoch
            milliseconds. Calls that change something need <code>Content-Type: application/json</code> and are only
            taken from the game’s own page: its <code>Origin</code> is checked. Signing in sets a cookie. Everything a
            request says is checked; a field that no call knows is refused.
          </p>
          <p>
            The cross-chain server’s calls are taken from
            anywhere${crossChainUrl === null ? '' : html`, at <code>${crossChainUrl}</code>`}. Who makes one is said by
            an <code>Authorization</code> header: <code>Bearer</code> and the <code>memberToken</code> that joining
            gave, or <code>Popfray-Platform</code> and a platform’s signature.
          </p>
          <p>
            A limit of a network counts an IPv4 address or the /64 of an IPv6 address; the /56 and the /48 around it
            have limits of their own, ${NETWORK_SIZES[1].allowance} and ${NETWORK_SIZES[2].allowance} times as high. All
            reads count together: ${READS.burst} requests at once and ${READS.perMinute} a minute for a network.
          </p>
          <p>The same as <a href="/api/openapi.json">an OpenAPI 3.1 document</a>.</p>
        </header>
        <nav aria-label="Calls">
          ${Array.from(topics, ([topic, calls]) => topicLinks(topic, calls))}
          <section>
            <h2>Besides</h2>
            <ul>
              <li><a href="#failures">Failures</a></li>
            </ul>
          </section>
        </nav>
        <main>
          ${Array.from(topics, ([topic, calls]) => topicSection(topic, calls))}
          <section id="failures">
            <h2>Failures</h2>
            <p>
              Every failure has one shape: <code>{ "error": { "code", "message" } }</code>, and <code>at</code> where a
              request is not of the right shape. Codes do not change; messages are for people and may.
            </p>
            ${failureTable()}
          </section>
        </main>
      </body>
    </html> `;
  return page.text;
}

const anchorOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const topicLinks = (topic: string, calls: readonly Named[]): Markup => html`
  <section>
    <h2><a href="#${anchorOf(topic)}">${topic}</a></h2>
    <ul>
      ${calls.map(
        ([name, { method, path }]) =>
          html`<li>
            <a href="#${name}"><span class="method">${method}</span> ${path}</a>
          </li>`,
      )}
    </ul>
  </section>
`;

const topicSection = (topic: string, calls: readonly Named[]): Markup => html`
  <section id="${anchorOf(topic)}">
    <h2>${topic}</h2>
    ${calls.map(([name, described]) => callArticle(name, described))}
  </section>
`;

function callArticle(name: string, described: Call): Markup {
  const { method, path, summary, needsSignIn, needsAdmin, callers, query, body, answer } = described;
  return html`
    <article id="${name}" aria-labelledby="${name}-title">
      <h3 id="${name}-title">
        <a href="#${name}"><span class="method">${method}</span> ${path}</a>
      </h3>
      <p>${summary}</p>
      ${needsSignIn ? html`<p class="note">${needsAdmin ? 'For operators alone.' : 'Needs a signed-in player.'}</p>` : ''}
      ${callers ? html`<p class="note">For ${callers.map((kind) => CALLER_WORDS[kind]).join(', or ')}.</p>` : ''}
      ${rateNote(described)} ${fieldTable('Path', parameterFields(described))}
      ${fieldTable('Query', query === undefined ? [] : listFields(makeSchema(query, 'input')))}
      ${fieldTable('Body', body === undefined ? [] : listFields(makeSchema(body, 'input')))}
      ${fieldTable('Answer', listFields(makeSchema(answer, 'output')))}
      <p class="failures">
        Fails with ${failuresOf(described).map((code) => html`<a href="#${code}"><code>${code}</code></a> `)}
      </p>
    </article>
  `;
}

const CALLER_WORDS: Readonly<Record<CallerKind, string>> = {
  anonymous: 'anybody, without an Authorization header',
  member: 'a member of the session',
  platform: 'a platform',
};

/** The rate limit of a call; empty without one. */
function rateNote({ limit, callers }: Call): Markup | '' {
  if (limit === undefined) return '';
  const { burst, perMinute } = LIMITS[limit];
  const often = (times: number): string => `At most ${times * burst} at once and ${times * perMinute} a minute`;
  return callers === undefined
    ? html`<p class="note">${often(1)} for a player, and ${NETWORK_SHARE} times as many for a network address.</p>`
    : html`<p class="note">
        ${often(NETWORK_SHARE)} for a network address; a platform whose signature is verified is not counted.
      </p>`;
}

const parameterFields = (described: Call): Field[] =>
  parametersOf(described).flatMap((name) =>
    listFields(makeSchema(PARAMETERS[name] ?? z.string(), 'input')).map((field) => ({ ...field, path: name })),
  );

const fieldTable = (caption: string, fields: readonly Field[]): Markup | '' =>
  fields.length === 0
    ? ''
    : html`
        <div class="wide" role="region" aria-label="${caption}" tabindex="0">
          <table>
            <caption>
              ${caption}
            </caption>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Type</th>
                <th scope="col">Limits</th>
              </tr>
            </thead>
            <tbody>
              ${fields.map(
                ({ path, type, limits, isRequired }) => html`
                  <tr>
                    <th scope="row"><code>${path === '' ? '(itself)' : path}</code></th>
                    <td>${type}${isRequired ? '' : ', optional'}</td>
                    <td>${limits}</td>
                  </tr>
                `,
              )}
            </tbody>
          </table>
        </div>
      `;

const failureTable = (): Markup => html`
  <div class="wide" role="region" aria-label="Failures" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(FAILURES).map(
          ([code, { status, message }]) => html`
            <tr id="${code}">
              <th scope="row"><code>${code}</code></th>
              <td>${status}</td>
              <td>${message}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;
