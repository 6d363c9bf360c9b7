import type { TokenPair } from '../../contract/schemas/shared.ts'
import { tokenOwner } from '../../src/store/session/tokenClaims.ts'

/** Values that the site has stored in a browser: local storage, the tab's storage, cookies; null if absent. */
export type StoredValues = {
  readonly local: Readonly<Record<string, string | null>>
  readonly tab: Readonly<Record<string, string | null>>
  readonly cookies: Readonly<Record<string, string | null>>
}

export const DRAFT_TITLE = 'The Kept Kettle'

const EMPTY_DRAFT = {
  title: DRAFT_TITLE,
  typeId: null,
  subtypeId: null,
  sections: [{ key: 1, title: 'In use', content: 'It sings.' }],
  createdId: null,
}

/** The format of redux-persist: a JSON string for each key. */
export const storedDraft = (owner: unknown, draft: unknown = EMPTY_DRAFT): string =>
  JSON.stringify({ owner: JSON.stringify(owner), draft: JSON.stringify(draft) })

/** A member who has chosen a theme, accepted cookies, scrolled the rules and begun an entry. */
export const healthyValues = ({ access, refresh }: TokenPair): StoredValues => ({
  local: {
    access_token: access,
    refresh_token: refresh,
    is_staff: 'false',
    selectedLanguage: 'en',
    selectedLanguage2: 'en',
    theme: 'dark',
  },
  tab: {
    'glossary-draft': storedDraft(tokenOwner(access)),
    'scroll-place': '["/discordia/rules",40]',
  },
  cookies: { 'Discordia-consent-cookie': 'true' },
})
