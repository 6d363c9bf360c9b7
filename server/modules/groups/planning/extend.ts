import type { FastifyBaseLogger } from 'fastify'
import type { GameSessionId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX } from '#contract/planning.ts'
import { publish } from '../../../db/liveEvents.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { makePoller } from '../../../mail/poller.ts'
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
  for (const { id, group_id } of await listDueExtensions(db, clock(), BATCH)) {
    if (isStopped()) return total
    total += await db.transaction().execute((tx) => extend(tx, id, group_id, clock))
  }
  return total
}

async function extend(tx: Db, id: GameSessionId, group_id: GroupId, clock: Deps['clock']) {
  const group = await lockGroup(tx, group_id)
  const session = await findSession(tx, id)
  const now = clock()
  if (group === undefined || session === undefined) return 0
  const { extend_at, date_length, cancelled_at } = session
  if (extend_at === null || extend_at > now || date_length === null) return 0
  if (cancelled_at !== null) return 0
  await saveExtension(tx, id, extensionAfter(now), now)
  const { first, last, ahead } = await readStored(tx, id, now)
  if (first === null || last === null) return 0
  const starts = occurrencesAfter({ ...session, starts_at: first }, last, now)
    .filter((start) => start > now)
    .slice(0, Math.max(0, REPEATS_MAX - ahead))
  await insertDates(
    tx,
    id,
    starts.map((start) => datesAt(start, date_length, now)),
  )
  if (starts.length > 0) await publish(tx, group.members, { kind: 'group', subject: group_id }, now)
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
