import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../../http/deps.ts'
import { makePoller } from '../../../mail/poller.ts'
import { changing } from '../../../work/work.ts'
import { lockGroup } from '../repository.ts'
import { sessionMails } from './mails.ts'
import { listDueReminders, takeDueDate } from './reminderRepository.ts'
import { REMINDER_MS } from './series.ts'

/** Dates of one run: each is a transaction with the mails to one group. */
const BATCH = 50
const POLL_MS = 10_000

type Parts = Pick<Deps, 'db' | 'clock'>

/**
 * Reminds members a day before a session. Several processes may do so at once: the group is locked, and the date is
 * read again. Dates beyond a batch wait for the next call.
 * @returns number of dates
 */
export async function remindOfSessions(
  { db, clock }: Parts,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0
  for (const { id, group_id } of await listDueReminders({ db, now: clock() }, REMINDER_MS, BATCH)) {
    if (isStopped()) return total
    total += await changing({ db, clock }, async (w) => {
      const group = await lockGroup(w, group_id)
      if (group === undefined) return 0
      const due = await takeDueDate(w, id, REMINDER_MS)
      if (due === undefined) return 0
      const { session, date, absent } = due
      const recipients = group.members.filter((member) => !absent.has(member))
      const mails = await sessionMails(
        w,
        'session-reminder',
        session,
        { members: recipients },
        null,
        {
          dates: [date.id],
          starts: date.starts_at,
        },
      )
      w.mail(mails)
      return 1
    })
  }
  return total
}

export function makeReminder(parts: Parts, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const poller = makePoller(
    POLL_MS,
    async () => {
      const dates = await remindOfSessions(parts, poller.isStopped)
      if (dates > 0) log.info({ dates }, 'members were reminded of sessions')
    },
    (error) => log.error({ err: error }, 'members could not be reminded of sessions'),
  )
  return poller
}
