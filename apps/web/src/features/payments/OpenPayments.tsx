import type { Payment } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { signIn } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { PATHS } from '../../data/paths.ts';
import { depositStore } from './deposit-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useNow } from '../../data/api/clock.ts';
import { readSignature } from './signature-storage.ts';
import { PaymentCard } from './PaymentCard.tsx';
import { paymentsQuery } from './payments.ts';
import { pollMs } from './polling.ts';
import { submitSignature } from './purchase.ts';
import { handlePaymentResult } from './payment-result.ts';
import { signings } from './signing.ts';
import { isOpen, stageOf, type Signing, type Stage } from './stage.ts';
import { unwatch, watchList, type Watched } from './watch-list.ts';
import { Pulse } from '../../ui/Pulse.tsx';
import { useRootMark } from '../../ui/root-mark.ts';
import '../../ui/screens.css';

/**
 * A separate strip below the header: it moves the content down and covers none of it. On a play screen it follows the screen, so that the
 * field keeps its size and its place during a round. A secondary button has a visible border on it.
 */
const PANEL =
  'sticky top-(--header) z-30 animate-[appear_180ms_var(--ease-out)] border-b border-line bg-raised [&_.action-quiet]:bg-line [&_.action-quiet:hover:not(:disabled)]:bg-[color-mix(in_srgb,var(--color-line)_80%,var(--color-edge))] in-play:static in-play:order-1 [@media(max-height:32rem)]:static';

const BAR =
  'mx-auto flex min-h-11 w-[min(40rem,100%)] items-center gap-2.5 py-1.5 pr-3.5 pl-4 font-semibold focus-visible:-outline-offset-3';

/** Screens on which the panel is minimised until the user opens it: there it is below the field. */
const PLAY_PATHS: ReadonlySet<string> = new Set([PATHS.arena, PATHS.freePlay, PATHS.replay, PATHS.game]);

/** A successful payment disappears from the small panel after this long, ms. A toast reports it and the profile lists it. */
const DONE_MS = 8_000;

const hasField = (path: string): boolean => PLAY_PATHS.has(path) || path.startsWith(`${PATHS.battle}/`);

/** A payment and its stage. */
interface ShownPayment {
  readonly payment: Payment;
  readonly stage: Stage;
  readonly signing: Signing | undefined;
}

/**
 * Every payment that was started in this browser and not dismissed, from the wallet's confirmation to the final block, except the one
 * that the deposit dialog shows. A successful one disappears automatically where the panel is small.
 */
export function OpenPayments(): ReactElement | null {
  const t = useTranslations('payment');
  const [path] = useLocation();
  const [isMinimised, setMinimised] = useState(hasField(path));
  const address = useAccount(({ player }) => player?.address ?? null);
  const watched = useStore(watchList, (list) => list.watched);
  const { payments, isDown } = usePayments(address, watched);
  const inDialog = useStore(depositStore, ({ request }) => request?.paymentId);
  const shown = payments.filter(({ payment }) => payment.id !== inDialog);
  const newest = shown[0];

  // A new payment opens the panel. Navigating to another screen does not.
  const newestId = newest?.payment.id;
  const before = useRef(newestId);
  useEffect(() => {
    if (newestId !== undefined && before.current !== undefined && newestId !== before.current) setMinimised(false);
    before.current = newestId ?? before.current;
  }, [newestId]);
  const pathBefore = useRef(path);
  useEffect(() => {
    if (path !== pathBefore.current) setMinimised(true);
    pathBefore.current = path;
  }, [path]);

  const doneIds = idsOf(shown.filter(({ stage }) => stage === 'applied').map(({ payment }) => payment));
  useEffect(() => {
    if (!isMinimised || doneIds === '') return;
    const timer = setTimeout(() => unwatch(doneIds.split(',')), DONE_MS);
    return () => clearTimeout(timer);
  }, [isMinimised, doneIds]);

  if (address === null) return <SignedOut />;
  if (newest === undefined) return null;
  const openCount = shown.filter(({ stage }) => isOpen(stage)).length;
  const summary = openCount > 1 ? t('open', { count: openCount }) : t(`short.${newest.stage}`);
  return (
    <Panel label={t('panel')}>
      <p role="status" className="sr-only">
        {t(`short.${newest.stage}`)}
      </p>
      <button
        type="button"
        aria-expanded={!isMinimised}
        aria-label={isMinimised ? t('expand', { state: summary }) : t('minimise')}
        className={BAR}
        onClick={() => setMinimised(!isMinimised)}
      >
        <StageMark stage={newest.stage} />
        <span className="min-w-0 flex-1 truncate text-left">{isMinimised ? summary : t('panel')}</span>
        <Icon name="down" className={`size-5 shrink-0 text-muted ${isMinimised ? 'rotate-180' : ''}`} />
      </button>
      {!isMinimised && (
        <div className="max-h-[min(28rem,45dvh)] overflow-y-auto overscroll-contain border-t border-line *:mx-auto *:w-[min(40rem,100%)]">
          {shown.map(({ payment, stage, signing }) => (
            <PaymentCard key={payment.id} payment={payment} stage={stage} signing={signing} address={address} />
          ))}
          {isDown && shown.every(({ stage }) => stage !== 'unheard') && (
            <p role="alert" className="flex items-start gap-2 border-t border-line px-4 py-3 text-sm text-caution">
              <Icon name="alert" />
              {t('next.down')}
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

function Panel({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  useRootMark('payments');
  return (
    <aside aria-label={label} className={PANEL}>
      {children}
    </aside>
  );
}

/** ms that have passed since a time, by this computer's clock. */
const elapsedSince = (ms: number): number => Date.now() - ms;

/** The payments that are watched, newest first, polled while money may move. The end of each is reported once. */
function usePayments(
  address: string | null,
  watched: readonly Watched[],
): { readonly payments: readonly ShownPayment[]; readonly isDown: boolean } {
  const nowMs = useNow(1_000);
  // By this computer's clock, as the queries are: only differences are used.
  const [shownSinceMs] = useState(() => Date.now());
  const local = useStore(signings);
  const mine = watched.filter((one) => one.address === address);
  const collect = (all: readonly Payment[]): readonly ShownPayment[] =>
    mine.flatMap(({ id }) => {
      const payment = all.find((one) => one.id === id);
      return payment === undefined ? [] : [{ payment, signing: local[id], stage: stageOf(payment, local[id]) }];
    });
  const query = useQuery({
    ...paymentsQuery(address ?? ''),
    enabled: address !== null,
    refetchInterval: ({ state }) => {
      const all = collect(state.data ?? []);
      return pollMs({
        isOpen: all.some(({ stage }) => isOpen(stage)) || all.length < mine.length,
        isMoving: all.some(({ stage }) => stage === 'sent' || stage === 'confirming'),
        awayMs: state.status === 'error' ? elapsedSince(Math.max(state.dataUpdatedAt, shownSinceMs)) : 0,
        ageMs: nowMs - Math.max(...all.map(({ payment }) => payment.createdAt)),
      });
    },
  });
  const { data, dataUpdatedAt, isError } = query;

  const unlisted = data === undefined ? '' : idsOf(mine.filter(({ id }) => data.every((one) => one.id !== id)));
  useEffect(() => {
    if (address !== null && unlisted !== '') void unwatchUnknown(unlisted.split(','), address);
  }, [address, unlisted, dataUpdatedAt]);

  // Signatures from before a reload or a sign-out are submitted when their player is signed in.
  const waiting = idsOf(mine.filter(({ id }) => readSignature(id) !== null));
  useEffect(() => {
    if (address === null || waiting === '') return;
    for (const id of waiting.split(',')) void submitSignature(id, address);
  }, [address, waiting]);

  useSettlements(address, data);
  return { payments: collect(data ?? []), isDown: isError };
}

/** Ids as one text, so that effects depend on the ids and not on the identity of the list. */
const idsOf = (payments: readonly Pick<Payment, 'id'>[]): string => payments.map(({ id }) => id).join();

/**
 * Removes payments from the watch list that the server does not know. Fetches the list again first, because another tab may have
 * started them after this tab's list was fetched.
 */
async function unwatchUnknown(ids: readonly string[], address: string): Promise<void> {
  const query = paymentsQuery(address);
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  const payments = await queryClient.query({ ...query, staleTime: 0 }).catch(() => null);
  if (payments !== null) unwatch(ids.filter((id) => payments.every((one) => one.id !== id)));
}

/** Reports each payment that ends while it is watched, once. */
function useSettlements(address: string | null, payments: readonly Payment[] | undefined): void {
  const statuses = useRef(new Map<string, Payment['status']>());
  useEffect(() => {
    if (address === null || payments === undefined) return;
    for (const payment of payments) {
      const before = statuses.current.get(payment.id);
      statuses.current.set(payment.id, payment.status);
      if (before !== undefined && before !== payment.status) void handlePaymentResult(payment, address);
    }
  }, [address, payments]);
}

/** Coloured dot for the stage of a payment. */
function StageMark({ stage }: { readonly stage: Stage }): ReactElement {
  if (stage === 'applied' || stage === 'refunded') return <Icon name="check" className="size-5 shrink-0 text-good" />;
  if (!isOpen(stage) || stage === 'refused' || stage === 'declined' || stage === 'unheard')
    return <Icon name="alert" className="size-5 shrink-0 text-caution" />;
  return <Pulse />;
}

/** Asks the user to sign in when there are payments to follow but no signed-in player. */
function SignedOut(): ReactElement | null {
  const t = useTranslations('payment');
  const money = useTranslations('money');
  const wallet = useAccount((state) => state.wallet);
  const isBusy = useAccount((state) => state.isSigningIn || state.wallet === 'connecting');
  const isMine = useAccount(({ address }) => watchList.getState().watched.some((one) => one.address === address));
  if (wallet !== 'connected' || !isMine || isBusy) return null;
  return (
    <Panel label={t('panel')}>
      <div className={BAR}>
        <p className="flex-1 text-sm">{t('signedOut')}</p>
        <button type="button" className="action action-quiet" onClick={() => void signIn()}>
          {money('signIn')}
        </button>
      </div>
    </Panel>
  );
}
