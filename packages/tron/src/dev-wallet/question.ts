/** Something that the dev wallet asks its user. */
export type Question =
  | { readonly type: 'unlock' }
  | { readonly type: 'connect'; readonly origin: string; readonly address: string }
  | { readonly type: 'message'; readonly origin: string; readonly address: string; readonly text: string }
  | {
      readonly type: 'transfer';
      readonly origin: string;
      readonly from: string;
      readonly to: string;
      readonly amountSun: number;
      /** Public text of the payment; null without one. */
      readonly memo: string | null;
    }
  | {
      readonly type: 'transaction';
      readonly origin: string;
      readonly from: string;
      /** Type of the contract that is called, e.g. `TriggerSmartContract`. */
      readonly kind: string;
      /** The contract's parameters, as JSON text. */
      readonly content: string;
    };

/** Asks the user one question at a time. */
export interface QuestionDialogs {
  /** Whether a question is open. */
  readonly isBusy: boolean;
  /** Asks and waits for yes or no without a time limit. Throws when a question is open already. */
  ask(question: Question): Promise<boolean>;
  /** Closes the open question as a no. */
  dismiss(): void;
}
