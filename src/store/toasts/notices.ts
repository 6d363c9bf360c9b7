import { cutText } from '#shared/cutText.ts'
import {
  bodyOf,
  codesOf,
  complaintsOf,
  isNotConfirmed,
  isSignedOut,
  ownSentence,
  sentencesIn,
  statusOf,
} from '../http/errors.ts'
import { type AnyRow, type Outcome, toastsOf } from '../http/outcomeToasts.ts'
import type { ToastNotice } from './slice.ts'

/** Room for two sentences about each field of the longest form; more would cover the page. Characters. */
const REPEATED_MAX = 1000

/** All the server's sentences in one line, each once, truncated to `REPEATED_MAX`. */
export function allSentencesOf(error: unknown): string {
  const complaints = complaintsOf(error).map(({ sentence }) => sentence.trim())
  const sentences = complaints.length > 0 ? complaints : sentencesIn(bodyOf(error).detail)
  const line = [...new Set(sentences)].join(' ')
  return line.length > REPEATED_MAX ? `${cutText(line, REPEATED_MAX - 1).trimEnd()}…` : line
}

const LOGINS: ReadonlySet<string> = new Set(['login', 'passkeyLogin'])

/** The toast for the end of a call; null for calls that raise none. */
export function noticeFor({ endpoint, args, hasSucceeded, payload }: Outcome): ToastNotice | null {
  // The login page says that the session has expired; another toast would distract from it.
  if (!hasSucceeded && isSignedOut(payload)) return null
  // No toast for a cancelled confirmation.
  if (!hasSucceeded && isNotConfirmed(payload)) return null
  const row = toastsOf(endpoint)
  const own = hasSucceeded || row?.failed === undefined ? undefined : ownSentence(payload)
  if (own !== undefined)
    return { area: 'page', kind: 'error', key: 'toast.refused', values: { errors: own } }
  const line = hasSucceeded ? row?.done : lineFor(row?.failed, payload)
  if (!line) return null
  const area = LOGINS.has(endpoint) ? 'nav' : 'page'
  const kind = hasSucceeded ? 'success' : 'error'
  if (typeof line === 'string') return { area, kind, key: line, values: {} }
  const { key, values } = line
  if (values === 'sentences')
    return { area, kind, key, values: { errors: allSentencesOf(payload) } }
  return { area, kind, key, values: values(payload, args) }
}

function lineFor(failed: AnyRow['failed'], error: unknown): AnyRow['done'] {
  if (failed === null) return undefined
  if (typeof failed !== 'object' || !('otherwise' in failed)) return failed
  const { byCode = {}, byStatus, otherwise } = failed
  const [code = ''] = codesOf(error)
  if (Object.hasOwn(byCode, code)) return byCode[code]
  return byStatus[statusOf(error) ?? 0] ?? otherwise
}
