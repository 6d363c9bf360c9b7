import type { FastifyBaseLogger } from 'fastify'
import type { GroupId } from '#contract/ids.ts'
import type { Read } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import type { MailJob } from '../../../mail/outbox.ts'
import { makePoller } from '../../../mail/poller.ts'
import { changing, reading } from '../../../work/work.ts'
import type { Membership } from '../policy.ts'
import { lockGroup } from '../repository.ts'
import {
  listDueAnnouncements,
  listDuePollReminders,
  takeAnnouncements,
  takePollReminder,
} from './announcementRepository.ts'
import { pollMails } from './pollMails.ts'

/** Transactions of one run, each with the mails to one group. */
const BATCH = 50
const POLL_MS = 10_000

type Parts = Pick<Deps, 'db' | 'clock'>
type Due = { readonly group_id: GroupId }
type Take<Row> = (w: Read, row: Row, group: Membership) => Promise<MailJob[] | null>

/**
 * Several processes may do so at once: the group is locked, and what is due is read again. The rest of a batch waits for
 * the next call.
 * @returns how many were taken
 */
async function takeAll<Row extends Due>(
  { db, clock }: Parts,
  rows: readonly Row[],
  isStopped: () => boolean,
  take: Take<Row>,
): Promise<number> {
  let total = 0
  for (const row of rows) {
    if (isStopped()) return total
    total += await changing({ db, clock }, async (w) => {
      const group = await lockGroup(w, row.group_id)
      const mails = group ? await take(w, row, group) : null
      if (mails === null) return 0
      w.mail(mails)
      return 1
    })
  }
  return total
}

const never = () => false

/** Sends one mail about all polls of a group that were made within an hour of its last one. @returns how many groups */
export const announcePolls = async (parts: Parts, isStopped = never): Promise<number> =>
  takeAll(
    parts,
    await listDueAnnouncements(reading(parts), BATCH),
    isStopped,
    async (w, { group_id }, { members }) => {
      const polls = await takeAnnouncements(w, group_id)
      if (polls.length === 0) return null
      const others = members.filter((member) => polls.some(({ made_by }) => made_by !== member))
      const ids = polls.map(({ id }) => id).join()
      return pollMails(w, 'poll-made', others, { polls: ids })
    },
  )

/** Reminds members who have not answered before a poll closes. @returns how many polls */
export const remindOfPolls = async (parts: Parts, isStopped = never): Promise<number> =>
  takeAll(
    parts,
    await listDuePollReminders(reading(parts), BATCH),
    isStopped,
    async (w, { id }, { members }) => {
      const due = await takePollReminder(w, id)
      if (due === undefined) return null
      const waiting = members.filter((member) => !due.answered.has(member))
      return pollMails(w, 'poll-reminder', waiting, { polls: id, closes: due.closes_at })
    },
  )

export function makePollAnnouncer(parts: Parts, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const poller = makePoller(
    POLL_MS,
    async () => {
      const announced = await announcePolls(parts, poller.isStopped)
      const reminded = await remindOfPolls(parts, poller.isStopped)
      if (announced + reminded > 0)
        log.info({ announced, reminded }, 'members got mails about date polls')
    },
    (error) => log.error({ err: error }, 'mails about date polls could not be enqueued'),
  )
  return poller
}
