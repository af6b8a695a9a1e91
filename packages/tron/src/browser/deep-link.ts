/**
 * A link that opens a page in the browser of TronLink's phone app, by the scheme of TronLink's DeepLink documentation
 * ("Open DApp"). Null for what is no address of a web page.
 */
export function makeDeepLink(pageUrl: string): string | null {
  if (!URL.canParse(pageUrl)) return null;
  const { protocol, href } = new URL(pageUrl);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const param = JSON.stringify({ url: href, action: 'open', protocol: 'TronLink', version: '1.0' });
  return `tronlinkoutside://pull.activity?param=${encodeURIComponent(param)}`;
}
