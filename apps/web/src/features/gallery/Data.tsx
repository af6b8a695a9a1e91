import type { ReactElement } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chart } from '../../ui/charts/Chart.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { Table } from '../../ui/Table.tsx';
import { Part, States } from './Part.tsx';
import { WORDS } from './words.ts';
import '../../ui/screens.css';

const TONES = ['good', 'caution', 'bad', 'muted'] as const;
const BADGES = ['dot', 'soft', 'solid'] as const;
const FACTS = ['columns', 'edges', 'row'] as const;
const VALUES = [0, 12, 30, 8, 44, 21, 0, 17, 39, 26];

const ROWS = [
  { name: 'Ada', games: 1_204, earned: '25.5' },
  { name: '泡泡达人', games: 87, earned: '3.25' },
  { name: 'A player with a name of thirty-two', games: 3, earned: '0' },
];

/** States of a query: loading, failed, unreachable, stale, loaded. */
const idle = { data: undefined, error: null, isFetching: false, refetch: async () => undefined };
const unreached = Object.assign(new Error('unreached'), { isUnreached: true });
const QUERIES = {
  loading: { ...idle, isFetching: true },
  failed: { ...idle, error: new Error('failed') },
  offline: { ...idle, error: unreached },
  stale: { ...idle, data: WORDS.content, error: unreached },
  loaded: { ...idle, data: WORDS.content },
};

/** Parts that show data. */
export function Data(): ReactElement {
  return (
    <>
      <Part name="Table">
        <Players look="compact" />
        <Players look="roomy" />
        <Table name={WORDS.empty} columns={[]} rows={[]} keyOf={() => ''} empty={WORDS.empty} />
      </Part>
      <Part name="Facts">
        {FACTS.map((look) => (
          <Facts key={look} look={look} className="w-full">
            <Fact name={look}>{WORDS.content}</Fact>
            <Fact name={WORDS.copy} className="text-good">
              {WORDS.content}
            </Fact>
          </Facts>
        ))}
      </Part>
      <Part name="Badge">
        {BADGES.map((look) => (
          <States key={look}>
            {TONES.map((tone) => (
              <Badge key={tone} look={look} tone={tone}>
                {tone}
              </Badge>
            ))}
          </States>
        ))}
      </Part>
      <Part name="QueryState">
        {Object.entries(QUERIES).map(([name, query]) => (
          <div key={name} className="w-full max-w-xl">
            <h3 className="text-sm text-muted">{name}</h3>
            <QueryState query={query}>{(content) => <p>{content}</p>}</QueryState>
          </div>
        ))}
      </Part>
      <Part name="Chart">
        <Example kind="bars" />
        <Example kind="line" />
      </Part>
    </>
  );
}

function Players({ look }: { readonly look: 'compact' | 'roomy' }): ReactElement {
  return (
    <div className="w-full rounded-2xl bg-surface p-4">
      <Table
        hasActions
        look={look}
        name={look}
        rows={ROWS}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Player', isTitle: true, render: ({ name }) => name },
          { name: 'Games', isFigure: true, isWideOnly: true, render: ({ games }) => games },
          { name: 'Earned, TRX', isFigure: true, className: 'text-good', render: ({ earned }) => earned },
          { name: 'Act', render: () => <Button size="small">{WORDS.open}</Button> },
        ]}
      />
    </div>
  );
}

function Example({ kind }: { readonly kind: 'bars' | 'line' }): ReactElement {
  return (
    <div className="w-full">
      <Chart
        title={kind}
        figure="197"
        summary={`${kind}: 197 in 10 days.`}
        kind={kind}
        values={VALUES}
        read={(at) => `${String(at + 1)}: ${String(VALUES[at])}`}
        ends={['1', '10']}
        className="text-chain"
        isMarked={(at) => at === 4}
      />
    </div>
  );
}
