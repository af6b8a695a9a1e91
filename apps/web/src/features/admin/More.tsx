import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';

/** Button that loads older rows. */
export function More({
  list,
}: {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}): ReactElement | null {
  const t = useTranslations('desk');
  if (!list.hasNextPage) return null;
  return (
    <Button disabled={list.isFetchingNextPage} size="small" className="mt-3" onClick={() => void list.fetchNextPage()}>
      {list.isFetchingNextPage ? t('moreLoading') : t('more')}
    </Button>
  );
}
