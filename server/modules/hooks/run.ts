import { randomUUID } from 'node:crypto'
import type { GroupId } from '#contract/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../config/time.ts'
import type { Read } from '../../db/rows.ts'
import type { Deps } from '../../http/deps.ts'
import { makePoller, type Poller } from '../../mail/poller.ts'
import type { Kit } from '../../text/kit.ts'
import { makeVault, sha256 } from '../../text/secrets.ts'
import { changing, reading, type Work } from '../../work/work.ts'
import type { Log } from '../face.ts'
import { HookFailure, sender } from './client.ts'
import {
  claimHook,
  type HookRow,
  listSent,
  noteMessage,
  stopHook,
  updateHook,
  WORKING,
} from './repository.ts'
import { deliver, type Notice, type Target } from './targets.ts'

/** Messages that a hook sends at once, and the pause after them: ten a minute at most. */
const AT_ONCE_MAX = 5
const PAUSE_MS = MINUTE_MS / 2
/** Hooks that send at the same time. */
const LANES = 4
/** Hooks of a run, of which one begins every five seconds. */
const RUN_MAX = 40
const POLL_MS = 5000
/** Waits between attempts that fail, in minutes; the last one is repeated. */
const BACKOFF = [1, 2, 5, 15, 30]
/** A hook is given up after this time. */
const GIVEN_UP_MS = DAY_MS

export type HookDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'jwtSecret' | 'kit'>
export type HookWork = HookDeps & Read
/** Begins no message that is over. */
export type TimedNotice = Notice & { readonly isOver: boolean }
/** What a hook sends, oldest first; null: it may send nothing any more. */
type ListNotices = (w: HookWork, hook: HookRow, kit: Kit) => Promise<readonly TimedNotice[] | null>
export type Sources = {
  /** Polls, sessions and recaps. */
  readonly listGroupNotices: ListNotices
  /** News, or events with their free seats. */
  readonly listSiteNotices: ListNotices
  /** Locks the group, and writes to its log what `change` has done, unless that is false. */
  readonly logHook: (
    w: Work,
    group: GroupId,
    kind: 'hook_given_up' | 'hook_stopped',
    change: () => Promise<boolean>,
  ) => Promise<void>
}

export const vaultOf = ({ jwtSecret }: Pick<Deps, 'jwtSecret'>) => makeVault(jwtSecret, 'hook')

/** @throws HookFailure after a change of `JWT_SECRET` */
export function targetOf(w: Pick<Deps, 'jwtSecret'>, { name, target }: HookRow): Target {
  const opened = vaultOf(w).open(target, name)
  if (opened === null) throw new HookFailure('unreadable')
  return JSON.parse(opened) as Target
}

/** Sends what is new or has changed, in order. A delivery is noted before it is sent, so that a repeated one has its id. */
async function send(w: HookWork, hook: HookRow, notices: readonly TimedNotice[]): Promise<void> {
  const target = targetOf(w, hook)
  const known = await listSent(w, hook.id)
  let count = 0
  for (const { isOver, ...notice } of notices) {
    const { thing } = notice
    const before = known.get(thing)
    const digest = sha256(JSON.stringify(notice))
    const isDue = before ? before.sent !== digest || before.delivery !== null : !isOver
    if (!isDue) continue
    if (count++ === AT_ONCE_MAX) return
    const id = before?.delivery ?? randomUUID()
    // A repetition may arrive as what was noted first: a change since then is the next delivery.
    const sent = before && before.delivery !== null ? before.sent : digest
    const message = { hook_id: hook.id, thing, sent, remote_id: before?.remote_id ?? null }
    if (!(await noteMessage(w, { ...message, delivery: id }))) return
    const delivery = { target, notice, remoteId: message.remote_id, id }
    const remote_id = await deliver(hook.kind, sender(w.settings.hookHosts), delivery)
    await noteMessage(w, { ...message, remote_id, delivery: null })
  }
}

async function fail(deps: HookDeps, { logHook }: Sources, hook: HookRow, error: HookFailure) {
  const now = deps.clock()
  const failing_since = hook.failing_since ?? now
  const minutes = BACKOFF[Math.min(hook.attempts, BACKOFF.length - 1)] ?? 0
  const wait = Math.min(error.waitMs ?? minutes * MINUTE_MS, GIVEN_UP_MS)
  const isGivenUp = now - failing_since >= GIVEN_UP_MS
  await changing(deps, async (w) => {
    const change = () =>
      updateHook(w, hook, {
        ...{ failing_since, attempts: hook.attempts + 1, last_error: error.message },
        next_attempt_at: isGivenUp ? null : now + wait,
      })
    if (isGivenUp && hook.group_id !== null)
      await logHook(w, hook.group_id, 'hook_given_up', change)
    else await change()
  })
}

async function runHook(deps: HookDeps, sources: Sources, hook: HookRow): Promise<void> {
  const w = reading(deps)
  try {
    const list = hook.group_id === null ? sources.listSiteNotices : sources.listGroupNotices
    const kit = deps.kit.current().in(hook.language)
    const notices = await list(w, hook, kit)
    if (notices === null) {
      const { group_id } = hook
      if (group_id === null) return
      await changing(deps, (work) =>
        sources.logHook(work, group_id, 'hook_stopped', async () => {
          // A group that changes while it is read has members of one moment and an owner of another.
          const isOver = (await list(work, hook, kit)) === null
          return isOver && stopHook(work, hook)
        }),
      )
      return
    }
    await send(w, hook, notices)
    await updateHook(w, hook, { ...WORKING, next_attempt_at: deps.clock() + PAUSE_MS })
  } catch (error) {
    if (!(error instanceof HookFailure)) throw error
    await fail(deps, sources, hook, error)
  }
}

/** Sends what all due hooks have to send. */
export async function runDue(
  deps: HookDeps,
  sources: Sources,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let left = RUN_MAX
  const lane = async () => {
    while (!isStopped() && left-- > 0) {
      const hook = await claimHook(reading(deps))
      if (hook === undefined) return
      await runHook(deps, sources, hook)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

export const makeHookPoller = (deps: HookDeps, log: Log, sources: Sources): Poller =>
  makePoller(log, 'hooks could not be read or written', POLL_MS, (isStopped) =>
    runDue(deps, sources, isStopped),
  )
