import { pageOrigin } from './env.ts'

/** A URL from the server for `src` or `href`: http, https or relative. Null for `javascript:`, `data:` and the like. */
export function safeUrl(url: unknown): string | null {
  if (typeof url !== 'string' || url.trim() === '') return null
  try {
    const { protocol, username, password } = new URL(url, pageOrigin() || 'http://localhost')
    const isWeb = protocol === 'http:' || protocol === 'https:'
    return isWeb && username === '' && password === '' ? url : null
  } catch {
    return null
  }
}
