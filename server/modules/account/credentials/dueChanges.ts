import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../../http/deps.ts'
import { changing } from '../../../work/work.ts'
import { lockUser } from '../repository.ts'
import { listDueChanges } from './emailChangeRepository.ts'
import { applyStaffChange, waitingChange } from './staffEmail.ts'

type DueDeps = Pick<Deps, 'db' | 'clock' | 'security'>
type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** Makes the changes by staff whose days are over. One that fails stops no other, and is tried again by the next run. */
export async function applyDueChanges({ db, clock, security }: DueDeps, log: Log): Promise<void> {
  for (const { id, user_id } of await listDueChanges({ db, now: clock() }))
    try {
      const isDone = await changing({ db, clock }, async (w) => {
        const user = await lockUser(w, user_id)
        const change = user && (await waitingChange(w, id, user))
        if (user === undefined || change === undefined) return false
        return applyStaffChange(w, user, change)
      })
      if (isDone) security.report(log, 'email_changed', { account: user_id, by: null })
    } catch (error) {
      log.error({ err: error, account: user_id }, 'a due change of an e-mail address failed')
    }
}
