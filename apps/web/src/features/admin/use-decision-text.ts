import { useTranslations } from 'use-intl';
import { shortenAddress } from '../../data/account/address.ts';
import { useTimeFormat } from './Timestamp.tsx';

/** A decision of an operator. */
interface Decision<Outcome extends string> {
  readonly outcome: Outcome;
  readonly by: string;
  readonly at: number;
  readonly reason: string;
}

/** Describes a decision: its outcome, who made it, when and why. Null without a decision. `nameOutcome` translates the outcome. */
export function useDecisionText<Outcome extends string>(
  decision: Decision<Outcome> | null,
  nameOutcome: (outcome: Outcome) => string,
): string | null {
  const t = useTranslations('desk.act');
  const formatTime = useTimeFormat();
  if (decision === null) return null;
  const { outcome, by, at, reason } = decision;
  return t('by', { outcome: nameOutcome(outcome), by: shortenAddress(by), time: formatTime(at), reason });
}
