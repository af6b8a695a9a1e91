import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { isAddress, MIN_SEARCH_LENGTH, playerPath, useDeskPath } from './desk-path.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/Field.tsx';

/** Search for an address, a name, an id or a transaction id. */
export function SearchForm(): ReactElement {
  const t = useTranslations('desk.search');
  const [, navigate] = useLocation();
  const { get } = useDeskPath();
  const asked = get('find');
  const [text, setText] = useState(asked);
  const [before, setBefore] = useState(asked);
  const [isShort, setShort] = useState(false);
  // Navigation changes the search in the address: show it in the input.
  if (asked !== before) {
    setBefore(asked);
    setText(asked);
  }
  return (
    <form
      role="search"
      noValidate
      className="relative flex min-w-0 flex-[1_1_18rem] gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        setShort(wanted.length < MIN_SEARCH_LENGTH);
        // A complete address is opened directly.
        if (isAddress(wanted)) navigate(playerPath(wanted));
        else if (wanted.length >= MIN_SEARCH_LENGTH)
          navigate(`${PATHS.admin}?${new URLSearchParams({ find: wanted }).toString()}`);
      }}
    >
      <Input
        type="search"
        size="small"
        value={text}
        maxLength={100}
        aria-label={t('label')}
        aria-invalid={isShort}
        aria-describedby={isShort ? 'desk-search-short' : undefined}
        placeholder={t('label')}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setShort(false);
        }}
      />
      <Button type="submit" size="small">
        {t('submit')}
      </Button>
      {isShort && (
        <p
          id="desk-search-short"
          role="alert"
          className="absolute top-[calc(100%+0.25rem)] left-0 z-1 rounded-lg bg-raised px-3 py-1 text-[0.875rem] text-caution"
        >
          {t('short', { min: MIN_SEARCH_LENGTH })}
        </p>
      )}
    </form>
  );
}
