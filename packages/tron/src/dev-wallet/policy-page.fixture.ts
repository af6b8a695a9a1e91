import { createTronLinkWallet } from '../browser/index.ts';
import { installDevWallet } from './index.ts';
import { createStorage, answerQuestions } from './wallet-user.fixture.ts';

// A page with the product's content security policy, inside the page of a test. It connects, signs, and tells how it went.
// Vitest has every dynamic import go through its runner, which is in the page outside only.
Object.assign(globalThis, { __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() } });

const nodeUrl = document.documentElement.dataset['node'] ?? '';
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} ${blockedURI}`);
});
installDevWallet({ nodeUrl, storage: createStorage() });
answerQuestions();
const wallet = createTronLinkWallet({ isDevWalletWelcome: true });
const connected = await wallet.connect();
const signed = await wallet.signMessage('hello');
const network = await wallet.network();
const badge = document.querySelector('dev-wallet')?.shadowRoot?.querySelector('.badge');
const isStyled = badge instanceof Element && getComputedStyle(badge).borderRadius === '999px';
parent.postMessage({ connected, signed, network, isStyled, violations }, '/');
