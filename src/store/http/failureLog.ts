import { logFailure } from '#src/platform/log.ts'
import type { AppStartListening } from '../reducer.ts'
import { statusOf } from './errors.ts'
import { outcomeOf } from './outcomes.ts'

/** As specified: most failures are only logged (behaviour 8). Name and status, never a body. */
export function listenForFailures(startListening: AppStartListening): void {
  startListening({
    predicate: (action) => outcomeOf(action)?.hasSucceeded === false,
    effect: (action) => {
      const outcome = outcomeOf(action)
      if (outcome?.endpoint === 'logVisit') logFailure('Could not log visit')
      else logFailure(`${outcome?.endpoint} failed: ${statusOf(outcome?.payload) ?? 'no answer'}`)
    },
  })
}
