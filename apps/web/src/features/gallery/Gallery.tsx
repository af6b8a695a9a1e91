import type { ReactElement } from 'react';
import { Card } from '../../ui/Card.tsx';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Controls } from './Controls.tsx';
import { Data } from './Data.tsx';
import { Part, States } from './Part.tsx';
import { WORDS } from './words.ts';
import '../../ui/screens.css';

const LINES = Array.from({ length: 10 }, (_, at) => `Line ${String(at + 1)}`);

/** Every part of `ui/` in every state: `/ui` in development. Pictures of it are compared in each mode of contrast. */
export function Gallery(): ReactElement {
  return (
    <Screen name={WORDS.kit} className="gutter mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-10 py-10">
      <h1 tabIndex={-1} className="text-2xl">
        {WORDS.kit}
      </h1>
      <Controls />
      <Data />
      <Part name="Card">
        <Card title={WORDS.content}>{WORDS.content}</Card>
      </Part>
      <Part name="ScrollRegion">
        <ScrollRegion name="Region" className="max-h-24 overflow-y-auto rounded-2xl bg-surface p-4">
          <ol>
            {LINES.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </ScrollRegion>
      </Part>
      <Part name="ChainDot">
        <States>
          <ChainDot chain="tron" />
          <ChainDot chain="sol" />
        </States>
      </Part>
    </Screen>
  );
}
