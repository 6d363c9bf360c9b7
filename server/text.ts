/**
 * Two names that a reader cannot tell apart are one: compatibility forms folded, lower case, no invisible
 * signs, one blank where there are several.
 */
export const usernameKey = (username: string): string =>
  username
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()

/** The form of an e-mail address that uniqueness is about. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** What searching compares: no marks, no case. `Ægir` -> `ægir`, `Élan` -> `elan`. */
export const searchKey = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
