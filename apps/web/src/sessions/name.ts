import type { Session } from '@popfray/protocol';
import { useTranslations } from 'use-intl';
import { keptName } from './kept-names.ts';

/** Characters of an id that stand for a session without a name. SPEC section 2, lobby. */
const ID_TAIL = 8;

/** What a session is called: as it was named in this browser, else its own name, else by the end of its id. */
export function useSessionName(): (session: Pick<Session, 'id' | 'sessionName'>) => string {
  const t = useTranslations('sessions');
  return ({ id, sessionName }) => {
    const name = keptName(id) ?? sessionName;
    return name.trim() === '' ? t('unnamed', { id: id.slice(-ID_TAIL) }) : name;
  };
}
