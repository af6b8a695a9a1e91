/**
 * A link that opens a page in the browser of TronLink's phone app, by the scheme of TronLink's DeepLink documentation
 * ("Open DApp"). Null for what is no address of a web page.
 */
export function makeDeepLink(pageUrl: string): string | null {
  const url = parsePageUrl(pageUrl);
  if (url === null) return null;
  const param = JSON.stringify({ url, action: 'open', protocol: 'tronlink', version: '1.0' });
  return `tronlinkoutside://pull.activity?param=${encodeURIComponent(param)}`;
}

/**
 * A link that opens a page in the browser of TokenPocket's phone app with a TRON wallet, by the scheme of the TokenPocket protocol ("Open url").
 * `source`: the name of the page's product, which the app may show. Null for what is no address of a web page.
 */
export function makeTokenPocketLink(pageUrl: string, source: string): string | null {
  const url = parsePageUrl(pageUrl);
  if (url === null) return null;
  return `tpdapp://open?params=${encodeURIComponent(JSON.stringify({ url, chain: 'TRX', source }))}`;
}

function parsePageUrl(pageUrl: string): string | null {
  if (!URL.canParse(pageUrl)) return null;
  const { protocol, href } = new URL(pageUrl);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
