import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { enqueueAll } from '../../mail/outbox.ts'
import { newContentMail } from './mails.ts'
import { type DueItem, notificationsRepository } from './repository.ts'

/** Members in one transaction: it holds SQLite's only writer for a few milliseconds. */
const BATCH = 100
/** Milliseconds between two looks for newly public items. */
const LOOK_EVERY = 5000

/**
 * Owes a mail about every newly public item to each member who wants one. Whatever stops it, the next call
 * goes on where the last finished batch ended.
 * @returns how many mails are owed now that were not before
 */
export async function announceDue(
  deps: Pick<Deps, 'db' | 'engine' | 'clock'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { db, clock } = deps
  const notifications = notificationsRepository(deps)

  /** @returns how many were told; null when this item is done, or in other hands */
  const tellSome = ({ id, publish_at }: DueItem): Promise<number | null> =>
    db.transaction().execute(async (tx) => {
      const now = clock()
      const last = await notifications.hold(tx, id, now)
      if (last === null) return null
      const members = await notifications.subscribersAfter(tx, publish_at, last, BATCH)
      const jobs = members.map((member) => newContentMail(member, id))
      await enqueueAll(tx, jobs, now)
      const finished = members.length < BATCH ? now : null
      await notifications.told(tx, id, members.at(-1)?.id ?? last, finished)
      return members.length
    })

  let told = 0
  for (const item of await notifications.dueItems(db, clock()))
    for (let some: number | null = 0; some !== null && !isStopped(); ) {
      some = await tellSome(item)
      told += some ?? 0
      // SQLite answers at once: without a pause, no request would be served until the last member.
      await setImmediate()
    }
  return told
}

export type Announcer = {
  readonly start: () => void
  /** Finishes the batch in hand. */
  readonly stop: () => Promise<void>
}

/** Looks for newly public items from time to time; several processes may do so at once. */
export function makeAnnouncer(
  deps: Deps,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Announcer {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function look(): Promise<void> {
    try {
      const told = await announceDue(deps, () => stopped)
      if (told > 0) log.info({ told }, 'mails about new items are owed')
    } catch (error) {
      log.error({ err: error }, 'new items could not be announced')
    }
    if (!stopped) lookLater()
  }
  function lookLater(): void {
    timer = setTimeout(() => {
      running = look()
    }, LOOK_EVERY)
    timer.unref()
  }

  return {
    start: lookLater,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
