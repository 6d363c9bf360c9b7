import { pageOrigin } from './env.ts'

/**
 * An address from the server that may stand in `src` or `href`: http, https or relative to this site.
 * Anything else (`javascript:`, `data:`, no text at all) is null.
 */
export function safeUrl(address: unknown): string | null {
  if (typeof address !== 'string' || address.trim() === '') return null
  try {
    const { protocol, username, password } = new URL(address, pageOrigin() || 'http://localhost')
    const isWeb = protocol === 'http:' || protocol === 'https:'
    return isWeb && username === '' && password === '' ? address : null
  } catch {
    return null
  }
}
