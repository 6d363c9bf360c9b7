import { cutText } from '#shared/cutText.ts'
import { titleKey } from '../../text/keys.ts'
import { sha256 } from '../../text/secrets.ts'

/** What is kept of a name in a key: letters and digits, and what is between them. */
const KEYED_NAME = /^[\p{L}\p{N}\p{M}\s_/-]{1,80}$/u

/** A key that another name does not have, except for accents. */
export const nameKey = (name: string): string => {
  const typed = name.normalize('NFKD')
  return KEYED_NAME.test(typed) ? slug(name) : `${slug(name)}-${sha256(titleKey(name)).slice(0, 8)}`
}

/** A key that is made of a name. */
export const slug = (text: string): string => {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  return cutText(letters.replace(/^-+|-+$/g, ''), 80) || 'row'
}

/** Letters and digits alone; umlauts and what is written instead of them are the same. */
export const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/([aou])e/g, '$1')
