import { createContext, useContext, useDeferredValue, useMemo, type ReactElement, type ReactNode } from 'react';
import { Router, useLocation, useSearch, type BaseLocationHook } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** What a screen sees of the page's address. */
interface Address {
  readonly path: string;
  readonly search: string;
}

const ShownAddress = createContext<Address>({ path: '/', search: '' });

const useShownPath: BaseLocationHook = () => [useContext(ShownAddress).path, navigate];

const useShownSearch = (): string => useContext(ShownAddress).search;

/** Makes wouter's hooks return the shown address. */
const SHOWN = { hook: useShownPath, searchHook: useShownSearch };

/**
 * Gives its children the page's address, and a new path only as a deferred value: React first shows that a link was clicked, and then renders the new screen in
 * parts, between which the page answers to input. Until then the header and the screen before keep the path and the query before. A new query of the same path is
 * seen at once, because text fields depend on it.
 */
export function DeferredAddress({ children }: { readonly children: ReactNode }): ReactElement {
  const [path] = useLocation();
  const search = useSearch();
  const address = useMemo(() => ({ path, search }), [path, search]);
  const deferred = useDeferredValue(address);
  const shown = deferred.path === path ? address : deferred;
  return (
    <ShownAddress value={shown}>
      <Router {...SHOWN}>{children}</Router>
    </ShownAddress>
  );
}
