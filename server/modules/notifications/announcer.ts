import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ContentId } from '#contract/ids.ts'
import type { Db, Deps } from '../../http/deps.ts'
import { enqueueAll, type MailJob } from '../../mail/outbox.ts'
import { cancellationRepository } from './cancellationRepository.ts'
import { type DueItem, notificationsRepository, type Subscriber } from './repository.ts'
import { eventCancelledMail, newContentMail } from './tellings.ts'

/** Members in one transaction: it holds SQLite's only writer for a few milliseconds. */
const BATCH = 100
/** Milliseconds between two looks for something to tell. */
const LOOK_EVERY = 5000

type Parts = Pick<Deps, 'db' | 'engine' | 'clock'>

/** How one sort of mail about an item comes to all who are to have it. */
type Telling = {
  readonly due: (db: Db, now: number) => Promise<DueItem[]>
  /** @returns the last member who was told; null when this item is done, or in other hands */
  readonly hold: (tx: Db, id: ContentId, now: number) => Promise<number | null>
  readonly next: (tx: Db, item: DueItem, last: number) => Promise<Subscriber[]>
  readonly mail: (member: Subscriber, id: ContentId) => MailJob
  readonly told: (tx: Db, id: ContentId, last: number, finished: number | null) => Promise<unknown>
}

/**
 * Owes a mail about every newly public item to each member who wants one. Whatever stops it, the next call
 * goes on where the last finished batch ended.
 * @returns how many mails are owed now that were not before
 */
export function announceDue(parts: Parts, isStopped?: () => boolean): Promise<number> {
  const notifications = notificationsRepository(parts)
  const telling: Telling = {
    due: notifications.dueItems,
    hold: notifications.hold,
    next: (tx, { publish_at }, last) => notifications.subscribersAfter(tx, publish_at, last, BATCH),
    mail: (member, id) => newContentMail(member, id),
    told: notifications.told,
  }
  return tellAll(parts, telling, isStopped)
}

/** Owes a mail about every cancelled event to each member who was told of it; otherwise as `announceDue`. */
export function tellOfCancellations(parts: Parts, isStopped?: () => boolean): Promise<number> {
  const cancellations = cancellationRepository(parts)
  const telling: Telling = {
    due: cancellations.due,
    hold: cancellations.hold,
    next: (tx, { id }, last) => cancellations.toldAfter(tx, id, last, BATCH),
    mail: (member, id) => eventCancelledMail(member, id),
    told: cancellations.told,
  }
  return tellAll(parts, telling, isStopped)
}

async function tellAll(
  { db, clock }: Parts,
  telling: Telling,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const tellSome = (item: DueItem): Promise<number | null> =>
    db.transaction().execute(async (tx) => {
      const now = clock()
      const last = await telling.hold(tx, item.id, now)
      if (last === null) return null
      const members = await telling.next(tx, item, last)
      const jobs = members.map((member) => telling.mail(member, item.id))
      await enqueueAll(tx, jobs, now)
      const finished = members.length < BATCH ? now : null
      await telling.told(tx, item.id, members.at(-1)?.id ?? last, finished)
      return members.length
    })

  let told = 0
  for (const item of await telling.due(db, clock()))
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

/** Looks for newly public items and cancelled events from time to time; several processes may do so at once. */
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
      const cancelled = await tellOfCancellations(deps, () => stopped)
      if (cancelled > 0) log.info({ told: cancelled }, 'mails about cancelled events are owed')
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
