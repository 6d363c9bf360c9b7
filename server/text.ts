/** Two names that a reader cannot tell apart are one: trimmed, compatibility forms folded, lower case. */
export const usernameKey = (username: string): string =>
  username.trim().normalize('NFKC').toLowerCase()

/** The form of an e-mail address that uniqueness is about. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** What searching compares: no marks, no case. `Ægir` -> `ægir`, `Élan` -> `elan`. */
export const searchKey = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
