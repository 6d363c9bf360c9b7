import type { TokenPair } from '../../contract/shapes.ts'
import { tokenOwner } from '../../src/store/session/slice.ts'

/** Values that the site has stored in a browser: local storage, the tab's storage, cookies; null if absent. */
export type StoredValues = {
  readonly local: Readonly<Record<string, string | null>>
  readonly tab: Readonly<Record<string, string | null>>
  readonly cookies: Readonly<Record<string, string | null>>
}

export const DRAFT_TITLE = 'The Kept Kettle'

const DRAFT = {
  title: DRAFT_TITLE,
  typeId: null,
  subtypeId: null,
  sections: [{ key: 1, title: 'In use', content: 'It sings.' }],
  createdId: null,
}

const TAB = 'kettle'

/** Key of the text of a new entry, of the member with this token. */
export const draftKey = (access: string): string => `typed/${tokenOwner(access)}/entry/${TAB}`

export const storedDraft = (values: unknown = DRAFT, at = Date.now()): string =>
  JSON.stringify({ version: 1, at, values, saved: { ...DRAFT, title: '', sections: [] } })

/** A member who has chosen a theme, accepted cookies, scrolled the rules and begun an entry. */
export const healthyValues = ({ access, refresh }: TokenPair): StoredValues => ({
  local: {
    access_token: access,
    refresh_token: refresh,
    is_staff: 'false',
    selectedLanguage: 'en',
    selectedLanguage2: 'en',
    theme: 'dark',
    [draftKey(access)]: storedDraft(),
  },
  tab: {
    tab: TAB,
    'scroll-place': '["/discordia/rules",40]',
  },
  cookies: { 'Discordia-consent-cookie': 'true' },
})
