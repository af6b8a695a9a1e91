import {
  createSounds,
  type BubbleFieldProps,
  type PlaybackStore,
  type PlayedRoundStore,
  type Sounds,
} from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { FrameRate } from './FrameRate.tsx';
import { useReducedMotion } from '../../data/settings/motion.ts';
import { CLICK_TOLERANCE_PX, settings } from '../../data/settings/settings.ts';
import { ErrorBoundary, LazyPart } from '../errors/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useFieldSkin } from './field-skin.ts';
import { noteField } from './field-state.ts';
import type { CursorReports } from './CursorAnnouncer.tsx';
import { importField } from './import-field.ts';
import { CursorAnnouncer } from './lazy-parts.ts';
import { isPlayKey } from './play-key.ts';

type LazyField = LazyExoticComponent<ComponentType<BubbleFieldProps>>;

/** Stores that a field can show. */
type Played = PlayedRoundStore | PlaybackStore | BattleStore;

/** Loader of the field's code; tests replace it. */
export type FieldImport = () => Promise<{ readonly BubbleField: ComponentType<BubbleFieldProps> }>;

const lazyField = (load: FieldImport): LazyField =>
  lazy(() => load().then((module) => ({ default: module.BubbleField })));

let sounds: Sounds | undefined;

/** The sounds of the page, created with the first field. */
const sharedSounds = (): Sounds => (sounds ??= createSounds());

/** Time after which a field that still loads offers to be loaded again: the download may be stuck, and Pixi does not report that it cannot start, ms. */
const SLOW_AFTER_MS = 15_000;

/** On an upright phone the field has the whole width: every px makes a bubble easier to hit. */
const FRAME =
  'relative isolate grid w-full self-start rounded-[1.25rem] bg-surface shadow-[0_0_0_1px_var(--color-line)] [grid-area:field] *:col-start-1 *:row-start-1 upright:-mx-(--gutter) upright:w-auto upright:rounded-xl upright:in-round:order-2 upright:in-round:self-stretch forced-colors:border forced-colors:border-[CanvasText]';

/** Frame of the play area at 4:3. It reserves the space while the field loads, shows an error when that fails, and contains the overlays. */
export function FieldFrame({
  store,
  label,
  load = importField,
  isPractice = false,
  onUnsupported,
  children,
}: {
  readonly store: Played;
  readonly label: string;
  readonly load?: FieldImport;
  /**
   * Whether the round has no stakes and no ranking: then keys jump from bubble to bubble, and a player with large targets is helped with
   * clicks that nearly hit.
   */
  readonly isPractice?: boolean;
  /** Called when this browser cannot draw a field; the frame shows the message. Keep the function stable. */
  readonly onUnsupported?: () => void;
  /** Overlays. */
  readonly children?: ReactNode;
}): ReactElement {
  const [{ Field, attempt }, setLoad] = useState(() => ({ Field: lazyField(load), attempt: 1 }));
  const showsFrameRate = useStore(settings, (chosen) => chosen.showsFrameRate);
  const retry = (): void => setLoad({ Field: lazyField(load), attempt: attempt + 1 });
  return (
    <div className={`play-field field-frame ${FRAME}`}>
      <div className="field-canvas grid aspect-4/3 w-full overflow-hidden rounded-[inherit] [&_canvas]:rounded-[inherit] [&_canvas:focus-visible]:-outline-offset-4">
        <ErrorBoundary key={attempt} fallback={<FieldFailed retry={retry} />}>
          <Suspense fallback={<FieldLoading retry={retry} />}>
            <LoadedField
              Field={Field}
              store={store}
              label={label}
              isPractice={isPractice}
              retry={retry}
              onUnsupported={onUnsupported}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
      {showsFrameRate && <FrameRate />}
      {children}
    </div>
  );
}

function LoadedField({
  Field,
  store,
  label,
  isPractice,
  retry,
  onUnsupported: tell,
}: {
  readonly Field: LazyField;
  readonly store: Played;
  readonly label: string;
  readonly isPractice: boolean;
  readonly retry: () => void;
  readonly onUnsupported: (() => void) | undefined;
}): ReactElement {
  const t = useTranslations('field');
  const play = useTranslations('play');
  const skin = useFieldSkin();
  const reducedMotion = useReducedMotion();
  const isHelped = useStore(settings, ({ hasLargeTargets }) => hasLargeTargets) && isPractice;
  const [state, setState] = useState<'loading' | 'ready' | 'unsupported'>('loading');
  const host = useRef<HTMLDivElement>(null);
  const [reports] = useState<CursorReports>(() => createStore(() => ({ report: null })));
  const isPlayed = useStore(store, ({ phase }: { readonly phase: string }) => phase === 'running' || phase === 'over');

  // Keys work from the start of a round, also when the store is replaced. The field takes the focus before React removes the button that was
  // pressed: the browser calculates the page's layout when a focused element is removed, and again when another one is focused after that.
  useEffect(() => {
    if (state !== 'ready') return;
    const focus = (): void => host.current?.querySelector('canvas')?.focus({ preventScroll: true });
    if (store.getState().phase === 'running') focus();
    return store.subscribe(({ phase }, previous) => {
      if (phase === 'running' && previous.phase !== 'running') focus();
    });
  }, [store, state]);

  // Keys of play would scroll the field out of view: in the countdown, where the field does not take them yet, and until the result is shown.
  useEffect(() => {
    const field = host.current;
    if (field === null || !isPlayed) return;
    const keepInView = (event: KeyboardEvent): void => {
      if (isPlayKey(event) && event.target instanceof HTMLCanvasElement) event.preventDefault();
    };
    field.addEventListener('keydown', keepInView);
    return () => field.removeEventListener('keydown', keepInView);
  }, [isPlayed]);

  useEffect(() => (state === 'ready' ? noteField() : undefined), [state]);

  const onReady = useCallback(() => setState('ready'), []);
  const onUnsupported = useCallback(() => {
    setState('unsupported');
    tell?.();
  }, [tell]);

  if (state === 'unsupported') {
    return <FieldNote icon="alert">{t('unsupported')}</FieldNote>;
  }
  return (
    <div ref={host} className="relative grid">
      <Field
        store={store}
        label={label}
        description={isPractice ? play('keys') : play('keysNoPause')}
        keys={isPractice ? 'target' : 'cursor'}
        onCursor={(report) => reports.setState({ report })}
        skin={skin}
        sounds={sharedSounds()}
        reducedMotion={reducedMotion}
        reachPx={isHelped ? CLICK_TOLERANCE_PX : 0}
        onReady={onReady}
        onUnsupported={onUnsupported}
        className="col-start-1 row-start-1 size-full"
      />
      {!isPractice && (
        <LazyPart>
          <CursorAnnouncer reports={reports} />
        </LazyPart>
      )}
      {state === 'loading' && (
        <div className="col-start-1 row-start-1 grid">
          <FieldLoading retry={retry} />
        </div>
      )}
    </div>
  );
}

function FieldLoading({ retry }: { readonly retry: () => void }): ReactElement {
  const t = useTranslations('field');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="m-auto grid gap-4 p-6 text-center text-sm text-muted [.field-frame:has(>.overlay)_&]:invisible">
      <p role="status">{isSlow ? t('slow') : t('loading')}</p>
      {isSlow && <RetryButton retry={retry} />}
    </div>
  );
}

function FieldFailed({ retry }: { readonly retry: () => void }): ReactElement {
  const t = useTranslations('field');
  return (
    <FieldNote icon="alert">
      {t('failed')}
      <RetryButton retry={retry} />
    </FieldNote>
  );
}

function RetryButton({ retry }: { readonly retry: () => void }): ReactElement {
  const t = useTranslations('field');
  return (
    <button type="button" className="action action-primary" onClick={retry}>
      {t('retry')}
    </button>
  );
}

function FieldNote({ icon, children }: { readonly icon: 'alert'; readonly children: ReactNode }): ReactElement {
  return (
    <div
      role="alert"
      className="relative z-10 flex flex-col items-center justify-center gap-4 bg-surface p-6 text-center"
    >
      <Icon name={icon} className="size-8 text-caution" />
      {children}
    </div>
  );
}
