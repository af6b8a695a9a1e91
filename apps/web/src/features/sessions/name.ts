import type { Session } from '@popfray/protocol';
import { useTranslations } from 'use-intl';
import { storedName } from '../payments/index.ts';

/** Number of characters of an id that replace a missing name. SPEC section 2, lobby. */
const ID_TAIL = 8;

/** Returns the name of a session: the one stored in this browser, else its own, else the end of its id. All quick battles have one name. */
export function useSessionName(): (
  session: Pick<Session, 'id' | 'sessionName'> & Partial<Pick<Session, 'isQuick'>>,
) => string {
  const t = useTranslations('sessions');
  return ({ id, sessionName, isQuick = false }) => {
    if (isQuick) return t('quick.title');
    const name = storedName(id) ?? sessionName;
    return name.trim() === '' ? t('unnamed', { id: id.slice(-ID_TAIL) }) : name;
  };
}
