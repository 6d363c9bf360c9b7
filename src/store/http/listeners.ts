import type { StartListening } from '../session/services.ts'
import { sessionEnded } from '../session/slice.ts'
import { baseApi } from './baseApi.ts'
import { statusOf } from './errors.ts'
import { outcomeOf } from './outcomeToasts.ts'

/** Empties the cache with the session, and logs failed calls. */
export function listenForCalls(startListening: StartListening): void {
  startListening({
    actionCreator: sessionEnded,
    effect: (_, { dispatch }) => void dispatch(baseApi.util.resetApiState()),
  })

  // As specified: most failures are only logged (behaviour 8.1, 8.6). Name and status, never a body.
  startListening({
    predicate: (action) => outcomeOf(action)?.hasSucceeded === false,
    effect: (action, { extra }) => {
      // Standard output of the server is its log, which names what has failed there.
      if (extra.respond) return
      const outcome = outcomeOf(action)
      if (outcome?.endpoint === 'logVisit') console.info('Could not log visit')
      else console.info(`${outcome?.endpoint} failed: ${statusOf(outcome?.payload) ?? 'no answer'}`)
    },
  })
}
