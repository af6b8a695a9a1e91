import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { makeBase58, parseAddress } from './address.ts';
import type { Block } from './block.ts';
import type { Chain } from './chain.ts';
import type { StoredTransaction } from './transaction-table.ts';
import { parseTransaction } from './transaction.ts';

/** Sun of a TRX. */
const TRX_SUN = 1_000_000n;

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; background: #0b0e14; color: #e8edf4 }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1.5rem }
  dt { color: #9aa7b8 } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
  mark { background: #ffb84d; color: #0b0e14; padding: .1rem .5rem; border-radius: .25rem }
`;

/** A page for a person about a transaction, or about there being none of this id. */
export function makePage(
  txid: string,
  found: StoredTransaction | undefined,
  chain: Chain,
): HtmlEscapedString | Promise<HtmlEscapedString> {
  const rows = found === undefined ? [['State', 'not seen on this chain']] : describe(found, chain);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Transaction on the dev chain</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <p><mark>Dev chain: play money</mark></p>
        <h1>Transaction</h1>
        <dl>
          <dt>Id</dt>
          <dd>${txid}</dd>
          ${rows.map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd> `,
          )}
        </dl>
      </body>
    </html>`;
}

function describe(found: StoredTransaction, chain: Chain): string[][] {
  const block = chain.blockOf(found);
  const parsed = parseTransaction(found.json);
  const [transfer, second] = parsed.ok ? parsed.value.transfers : [];
  return [
    ['State', describeState(found, block, chain)],
    ...(block === undefined
      ? []
      : [
          ['Block', String(block.number)],
          ['Time', new Date(block.timestampMs).toISOString()],
        ]),
    ...(transfer === undefined || second !== undefined
      ? [['Contract', 'no plain transfer']]
      : [
          ['From', spell(transfer.from)],
          ['To', spell(transfer.to)],
          ['Amount', makeTrx(transfer.amountSun)],
        ]),
    ['Fee', makeTrx(found.cost.feeSun)],
  ];
}

function describeState({ contractRet }: StoredTransaction, block: Block | undefined, chain: Chain): string {
  if (block === undefined) return 'waiting for a block';
  const outcome = contractRet === 'SUCCESS' ? 'succeeded' : `failed: ${contractRet}`;
  return `${outcome}, ${block.number <= chain.solid.number ? 'final' : 'not yet final'}`;
}

const spell = (hex: string): string => (parseAddress(hex) === null ? hex : makeBase58(hex));

/** An amount of sun in TRX without a float: `1.5 TRX`. One below 0, which only a staged transaction can hold, stays in sun. */
function makeTrx(sun: number): string {
  if (sun < 0) return `${sun} sun`;
  const amount = BigInt(sun);
  const fraction = (amount % TRX_SUN).toString().padStart(6, '0').replace(/0+$/, '');
  return `${amount / TRX_SUN}${fraction === '' ? '' : `.${fraction}`} TRX`;
}
