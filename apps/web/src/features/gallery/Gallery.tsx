import { useState, type ReactElement, type ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Chart } from '../../ui/charts/Chart.tsx';
import { CopyLink } from '../../ui/CopyLink.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { showToast } from '../../ui/toast.ts';
import '../../ui/screens.css';

// The parts of `ui/`, each in every state: `/ui` in development. It is for developers, so it is in English only.

const WORDS = { kit: 'Kit', content: 'Content', copy: 'Copy', open: 'Open', disabled: 'disabled' };
const OPTIONS = ['Short', 'A longer label', '長いラベル'].map((label) => ({ value: label, label }));
const [{ value: FIRST } = { value: '' }] = OPTIONS;
const LAYOUTS = ['bar', 'wide', 'compact', 'pill'] as const;
const VALUES = [0, 12, 30, 8, 44, 21, 0, 17, 39, 26];
const LINES = Array.from({ length: 10 }, (_, at) => `Line ${String(at + 1)}`);
const ACTIONS = ['action-primary', 'action-quiet', 'action-bare', 'action-danger'] as const;
const TOASTS = ['good', 'bad', 'plain'] as const;

/** Every part of the kit. */
export function Gallery(): ReactElement {
  return (
    <Screen name={WORDS.kit} className="gutter mx-auto grid w-full max-w-5xl gap-10 py-10">
      <h1 tabIndex={-1} className="text-2xl">
        {WORDS.kit}
      </h1>
      <Part name="action">
        {ACTIONS.map((look) => (
          <Actions key={look} look={look} />
        ))}
      </Part>
      <Part name="Segmented">
        {LAYOUTS.map((layout) => (
          <Choice key={layout} layout={layout} />
        ))}
      </Part>
      <Part name="Tabs">
        <Tabs
          label="Tabs"
          contentClassName="mt-3"
          tabs={OPTIONS.map(({ value, label }) => ({ name: value, label, content: label }))}
        />
      </Part>
      <Part name="Chart">
        <Example kind="bars" />
        <Example kind="line" />
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
      <Part name="Dialog">
        <OpenDialog />
      </Part>
      <Part name="showToast">
        <p className="flex flex-wrap gap-3">
          {TOASTS.map((kind) => (
            <button
              key={kind}
              type="button"
              className="action action-quiet"
              onClick={() => showToast({ kind, title: kind, text: WORDS.content })}
            >
              {kind}
            </button>
          ))}
        </p>
      </Part>
      <Part name="Card">
        <Card title={WORDS.content}>{WORDS.content}</Card>
      </Part>
      <Part name="ChainDot, CopyLink">
        <ChainDot chain="tron" />
        <ChainDot chain="sol" />
        <CopyLink link={location.href}>{WORDS.copy}</CopyLink>
      </Part>
    </Screen>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="grid justify-items-start gap-4">
      <h2 className="text-lg">{name}</h2>
      {children}
    </section>
  );
}

function Actions({ look }: { readonly look: (typeof ACTIONS)[number] }): ReactElement {
  return (
    <p className="flex flex-wrap gap-3">
      <button type="button" className={`action ${look}`}>
        {look}
      </button>
      <button type="button" disabled className={`action ${look}`}>
        {WORDS.disabled}
      </button>
    </p>
  );
}

function Choice({ layout }: { readonly layout: (typeof LAYOUTS)[number] }): ReactElement {
  const [value, setValue] = useState(FIRST);
  return (
    <>
      <Segmented layout={layout} legend={layout} isLegendShown value={value} options={OPTIONS} onChange={setValue} />
      <Segmented
        layout={layout}
        legend={`${layout}, disabled`}
        isDisabled
        value={FIRST}
        options={OPTIONS}
        onChange={setValue}
      />
      <Segmented
        layout={layout}
        legend={`${layout}, busy`}
        isBusy
        value={FIRST}
        options={OPTIONS}
        onChange={setValue}
      />
    </>
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

function OpenDialog(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="action action-quiet" onClick={() => setOpen(true)}>
        {WORDS.open}
      </button>
      <Dialog isOpen={isOpen} title={WORDS.content} description={WORDS.content} onClose={() => setOpen(false)}>
        <p className="mt-4">{WORDS.content}</p>
      </Dialog>
    </>
  );
}
