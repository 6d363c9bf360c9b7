import { isSignedOut, statusOf } from '../http/errors.ts'
import { type Outcome, outcomeOf } from '../http/outcomes.ts'
import type { AppStartListening } from '../reducer.ts'
import { type Line, type Refusals, toastCatalogue } from './catalogue.ts'
import { type ToastNotice, toastRaised } from './slice.ts'

/** Without the types per call: name, arguments and response arrive in one untyped action. */
type AnyRow = { done?: Line<unknown, unknown>; failed?: Refusals<unknown> }
const rows = toastCatalogue as Record<string, AnyRow>

/** The toast for the end of a call; null for calls outside the catalogue. */
function noticeFor({ endpoint, args, hasSucceeded, payload }: Outcome): ToastNotice | null {
  const row = Object.hasOwn(rows, endpoint) ? rows[endpoint] : undefined
  const line = hasSucceeded ? row?.done : lineFor(row?.failed, payload)
  if (!line) return null
  const area = endpoint === 'login' ? 'nav' : 'page'
  const kind = hasSucceeded ? 'success' : 'error'
  if (typeof line === 'string') return { area, kind, key: line, values: {} }
  return { area, kind, key: line.key, values: line.values(payload, args) }
}

function lineFor(failed: AnyRow['failed'], error: unknown): AnyRow['done'] {
  if (typeof failed !== 'object' || !('otherwise' in failed)) return failed
  return failed.byStatus[statusOf(error) ?? 0] ?? failed.otherwise
}

export function listenForToasts(startListening: AppStartListening): void {
  startListening({
    predicate: (action) => outcomeOf(action) !== null,
    effect: (action, { dispatch }) => {
      const outcome = outcomeOf(action)
      // The login page says that the session has expired; another toast would distract from it.
      const hasExpired = outcome?.hasSucceeded === false && isSignedOut(outcome.payload)
      const notice = outcome && !hasExpired && noticeFor(outcome)
      if (notice) dispatch(toastRaised(notice))
    },
  })
}
