import { WEB_URL_PATTERN } from '#contract/fields.ts'

/** Browsers and Node have it. The types of neither are known here. */
declare const URL: new (
  url: string,
  base: string,
) => { readonly protocol: string; readonly username: string; readonly password: string }

const WEB = new RegExp(WEB_URL_PATTERN)
const MAIL_OR_PATH = /^(?:mailto:.|\/(?!\/))/i
/** Blanks, control and invisible characters hide where a link leads, and programs read a backslash as a slash. */
const HIDING = /[\s\\\p{C}]/u

/**
 * Decides for every URL that a member, the staff or a server gives whether it may become a link or a source: nothing
 * that runs, and no credentials, which hide the host.
 * @param kind `web`: http or https with a host; `text`, of a formatted text: also mailto, and a path of the site; `file`,
 *   of a response: http or https, also relative to the page
 * @returns the URL as given, or null
 */
export function safeUrl(value: unknown, kind: 'web' | 'text' | 'file' = 'web'): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  if (kind !== 'file') {
    if (HIDING.test(value)) return null
    if (kind === 'text' && MAIL_OR_PATH.test(value)) return value
    if (!WEB.test(value)) return null
  }
  try {
    const { protocol, username, password } = new URL(value, 'http://localhost')
    return /^https?:$/.test(protocol) && username === '' && password === '' ? value : null
  } catch {
    return null
  }
}
