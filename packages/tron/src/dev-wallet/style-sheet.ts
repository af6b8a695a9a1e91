/**
 * Creates the style sheet of the dev wallet: the design's colours (DESIGN section 10) with caution's amber where the app has its red, and
 * a hazard stripe, so that it is not mistaken for the app or for real money. A constructed sheet: the page's policy allows no
 * style element.
 */
export function createStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  return sheet;
}

const RULES = `
:host {
  all: initial;
  position: fixed;
  right: 0;
  bottom: 0;
  z-index: 2147483000;
  color-scheme: dark;
  --ink: #0b0e14;
  --surface: #121722;
  --raised: #1b2230;
  --line: #2c3648;
  --edge: #66758c;
  --text: #eef2f7;
  --muted: #a3b0c2;
  --caution: #ffb84d;
  --caution-lit: #ffca7a;
  --tron: #ff5a68;
  --ease: cubic-bezier(0.2, 0.8, 0.3, 1);
  font: 400 16px/1.5 'Figtree', system-ui, sans-serif;
  color: var(--text);
}
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; }
button:disabled { cursor: not-allowed; }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
[tabindex='-1']:focus { outline: none; }

.wallet-icon { width: 22px; height: 22px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }

.badge {
  position: fixed;
  right: calc(12px + env(safe-area-inset-right));
  bottom: calc(12px + env(safe-area-inset-bottom));
  display: flex;
  min-width: 44px;
  min-height: 44px;
  align-items: center;
  justify-content: center;
  gap: 8px;
  border: 1px solid color-mix(in srgb, var(--caution) 55%, transparent);
  border-radius: 999px;
  background: var(--surface);
  padding: 0 10px;
  color: var(--caution);
  font-size: 14px;
  font-weight: 600;
  line-height: 1;
  transition: background-color 150ms var(--ease);
}
.badge:hover { background: var(--raised); }
.badge .words { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); white-space: nowrap; }
.badge .sign { position: relative; display: flex; }
.badge .dot { position: absolute; top: -3px; right: -4px; width: 11px; height: 11px; border: 2px solid var(--surface); border-radius: 50%; background: var(--edge); }
.badge[data-state='connected'] .dot { background: #2dd4a7; }
.badge[data-state='locked'] .dot { background: var(--tron); }
.badge.collapsed { right: 0; min-width: 24px; width: 24px; border-right: 0; border-radius: 12px 0 0 12px; padding: 0; }
.badge.collapsed .wallet-icon { display: none; }
.badge.collapsed .dot { position: static; width: 8px; height: 8px; border: 0; }
@media (min-width: 768px) and (min-height: 512px) {
  .badge:not(.collapsed) { padding: 0 16px 0 12px; }
  .badge:not(.collapsed) .words { position: static; width: auto; height: auto; clip-path: none; }
}

dialog {
  position: fixed;
  inset: auto 0 0;
  width: 100%;
  max-width: 100%;
  max-height: min(88dvh, 720px);
  flex-direction: column;
  overflow: hidden;
  border: 0;
  border-radius: 20px 20px 0 0;
  background: var(--surface);
  padding: 0;
  color: var(--text);
  box-shadow: 0 0 0 1px var(--line), 0 -12px 48px rgb(0 0 0 / 55%);
}
dialog[open] { display: flex; animation: rise 180ms var(--ease); }
dialog::backdrop { background: rgb(5 7 11 / 72%); }
@keyframes rise { from { opacity: 0; transform: translateY(16px); } }
@media (min-width: 600px) {
  dialog { width: 400px; border-radius: 20px; box-shadow: 0 0 0 1px var(--line), 0 24px 64px rgb(0 0 0 / 55%); }
  dialog.question { inset: 0; margin: auto; height: fit-content; }
  dialog.panel { inset: auto 16px 16px auto; }
}
@media (prefers-reduced-motion: reduce) {
  dialog[open] { animation: none; }
  .badge, .action { transition: none; }
}

.stripe { flex: none; height: 6px; margin: 0 13px; transform: skewX(-45deg); background: linear-gradient(90deg, transparent 25%, var(--caution) 0 75%, transparent 0) 0 0 / 28px round; }
.head { display: flex; flex: none; align-items: center; gap: 8px; padding: 12px 20px 0; min-height: 56px; color: var(--muted); font-size: 14px; font-weight: 600; }
.head .wallet-icon { color: var(--caution); }
.head .tag { margin-left: auto; }
.head h2 { color: var(--text); font-size: 16px; }
.panel .head { padding-right: 8px; }
.tag { border-radius: 999px; background: color-mix(in srgb, var(--caution) 16%, transparent); padding: 5px 10px; color: var(--caution); font-size: 12px; font-weight: 700; line-height: 1.2; white-space: nowrap; }
.body { display: flex; min-height: 0; flex-direction: column; gap: 16px; overflow-y: auto; overscroll-behavior: contain; padding: 8px 20px 20px; }
.body > * { flex: none; }
.foot { display: flex; flex: none; gap: 12px; border-top: 1px solid var(--line); padding: 16px 20px calc(16px + env(safe-area-inset-bottom)); }
.foot .action { flex: 1; }
h2 { font-size: 20px; font-weight: 700; line-height: 1.25; letter-spacing: -0.01em; }
h3 { color: var(--muted); font-size: 14px; font-weight: 600; }
.hint { color: var(--muted); font-size: 14px; line-height: 1.45; }
.figure { font-size: 30px; font-weight: 700; font-variant-numeric: tabular-nums; line-height: 1.15; letter-spacing: -0.02em; }

.facts { display: grid; gap: 12px; }
.facts dt { color: var(--muted); font-size: 13px; line-height: 1.4; }
.facts dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.facts .quote { max-height: 36dvh; overflow-y: auto; border-radius: 12px; background: var(--ink); padding: 12px 14px; font-size: 14px; white-space: pre-wrap; }
.mono { font: 500 14px/1.5 ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace; }

.action { display: inline-flex; min-height: 44px; align-items: center; justify-content: center; gap: 8px; border: 0; border-radius: 999px; padding: 6px 18px; font-weight: 600; line-height: 1.2; transition: background-color 150ms var(--ease); }
.action.main { background: var(--caution); color: var(--ink); font-weight: 700; }
.action.main:hover { background: var(--caution-lit); }
.action.quiet { background: var(--raised); }
.action.quiet:hover { background: var(--line); }
.action.bare { background: transparent; padding-inline: 10px; color: var(--muted); font-size: 14px; }
.action.bare:hover { color: var(--text); }
.action.icon { width: 44px; padding: 0; font-size: 22px; font-weight: 400; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.row.ends { justify-content: space-between; margin: -4px -10px -12px; }
.stack { display: flex; flex-direction: column; gap: 8px; }
.stack.tight { gap: 2px; }
.more { gap: 24px; }

.accounts { display: grid; gap: 4px; }
.account { display: flex; width: 100%; min-height: 48px; align-items: center; gap: 12px; border: 1px solid transparent; border-radius: 12px; background: var(--raised); padding: 6px 14px; text-align: left; }
.account:hover { background: var(--line); }
.account[aria-pressed='true'] { border-color: var(--caution); }
.account .name { flex: 1; overflow: hidden; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.account .address { color: var(--muted); font-size: 13px; }
label { color: var(--muted); font-size: 14px; }
.entry { width: 100%; min-height: 44px; border: 1px solid var(--edge); border-radius: 12px; background: var(--ink); padding: 6px 14px; }
.rule { height: 1px; border: 0; background: var(--line); }
.note { min-height: 20px; color: var(--caution); font-size: 14px; line-height: 1.4; }
.note:empty { min-height: 0; margin-top: -16px; }
`;
