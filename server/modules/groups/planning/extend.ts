import type { FastifyBaseLogger } from 'fastify'
import type { GameSessionId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX } from '#contract/planFields.ts'
import type { Deps } from '../../../http/deps.ts'
import { makePoller } from '../../../mail/poller.ts'
import { changing, type Work } from '../../../work/work.ts'
import { lockGroup } from '../repository.ts'
import { listDueExtensions, readStored, saveExtension } from './extendRepository.ts'
import { mendSeries } from './mendSeries.ts'
import { occurrencesAfter } from './occurrences.ts'
import { datesAt, extensionAfter } from './series.ts'
import { findSession, insertDates } from './sessionRepository.ts'

/** Series of one run, each a transaction. */
const BATCH = 50
const POLL_MS = 60_000

type Parts = Pick<Deps, 'db' | 'clock'>

/**
 * Adds the next dates to series without an end. No mail is sent, because the rule in calendars has no end either.
 * Several processes may do so at once: the group is locked, and the session is read again.
 * @returns number of dates
 */
export async function extendSeries(
  { db, clock }: Parts,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0
  for (const { id, group_id } of await listDueExtensions({ db, now: clock() }, BATCH)) {
    if (isStopped()) return total
    total += await changing({ db, clock }, (w) => extend(w, id, group_id))
  }
  return total
}

async function extend(w: Work, id: GameSessionId, group_id: GroupId) {
  const group = await lockGroup(w, group_id)
  const session = await findSession(w, id)
  if (group === undefined || session === undefined) return 0
  const { extend_at, date_length, cancelled_at } = session
  if (extend_at === null || extend_at > w.now || date_length === null) return 0
  if (cancelled_at !== null) return 0
  await saveExtension(w, id, extensionAfter(w.now), w.now)
  const { first, last, ahead } = await readStored(w, id)
  if (first === null || last === null) return 0
  const starts = occurrencesAfter({ ...session, starts_at: first }, last, w.now)
    .filter((start) => start > w.now)
    .slice(0, Math.max(0, REPEATS_MAX - ahead))
  await insertDates(
    w,
    id,
    starts.map((start) => datesAt(start, date_length, w.now)),
  )
  if (starts.length > 0) w.publish(group.members, { kind: 'group', subject: group_id })
  return starts.length
}

export function makeExtender(parts: Parts, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  let isMended = false
  const poller = makePoller(
    POLL_MS,
    async () => {
      if (!isMended) await mendSeries(parts)
      isMended = true
      const dates = await extendSeries(parts, poller.isStopped)
      if (dates > 0) log.info({ dates }, 'series without an end have their next dates')
    },
    (error) => log.error({ err: error }, 'series without an end could not be extended'),
  )
  return poller
}
