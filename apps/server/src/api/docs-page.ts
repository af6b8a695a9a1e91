import { CALLS, FAILURES, LIMITS, NETWORK_SHARE, PARAMETERS, type Call } from '@popfray/protocol';
import { z } from 'zod';
import { listFields, type Field } from './field-list.ts';
import { html, type Markup } from './markup.ts';
import { failuresOf, makeSchema, parametersOf } from './openapi.ts';

/** The page that tells people of the API: every call, what it takes and gives, and every failure. */
export function makeDocsPage(): string {
  const topics = Map.groupBy(Object.entries<Call>(CALLS), ([, { topic }]) => topic);
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

const topicLinks = (topic: string, calls: readonly (readonly [string, Call])[]): Markup => html`
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

const topicSection = (topic: string, calls: readonly (readonly [string, Call])[]): Markup => html`
  <section id="${anchorOf(topic)}">
    <h2>${topic}</h2>
    ${calls.map(([name, described]) => callArticle(name, described))}
  </section>
`;

function callArticle(name: string, described: Call): Markup {
  const { method, path, summary, needsSignIn, limit, query, body, answer } = described;
  const rate = limit && LIMITS[limit];
  return html`
    <article id="${name}" aria-labelledby="${name}-title">
      <h3 id="${name}-title">
        <a href="#${name}"><span class="method">${method}</span> ${path}</a>
      </h3>
      <p>${summary}</p>
      ${needsSignIn ? html`<p class="note">Needs a signed-in player.</p>` : ''}
      ${
        rate
          ? html`<p class="note">
              At most ${rate.burst} at once and ${rate.perMinute} a minute for a player, and ${NETWORK_SHARE} times as
              many for a network address.
            </p>`
          : ''
      }
      ${fieldTable('Path', parameterFields(described))}
      ${fieldTable('Query', query === undefined ? [] : listFields(makeSchema(query, 'input')))}
      ${fieldTable('Body', body === undefined ? [] : listFields(makeSchema(body, 'input')))}
      ${fieldTable('Answer', listFields(makeSchema(answer, 'output')))}
      <p class="failures">
        Fails with ${failuresOf(described).map((code) => html`<a href="#${code}"><code>${code}</code></a> `)}
      </p>
    </article>
  `;
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
