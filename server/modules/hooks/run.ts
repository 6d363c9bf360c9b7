import { DAY_MS, MINUTE_MS } from '../../config/time.ts'
import type { Read } from '../../db/rows.ts'
import type { Deps } from '../../http/deps.ts'
import { makePoller, type Poller } from '../../mail/poller.ts'
import type { Kit } from '../../text/kit.ts'
import { makeVault, sha256 } from '../../text/secrets.ts'
import { reading } from '../../work/work.ts'
import type { Log } from '../face.ts'
import { HookFailure, type Send, sender } from './client.ts'
import { claimHook, endRun, type HookRow, listSent, noteSent } from './repository.ts'
import { type Notice, TARGETS, type Target } from './targets.ts'

/** Between two looks at what a hook has to tell. */
const PAUSE_MS = MINUTE_MS / 2
const POLL_MS = 5000
/** Waits between attempts that fail, in minutes. */
const BACKOFF = [1, 2, 5, 15, 30, 60]
/** After this time a hook is given up: somebody has to look. */
const GIVEN_UP_MS = DAY_MS

type HookDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'jwtSecret' | 'kit'>
export type HookWork = HookDeps & Read
/** What a hook tells of, oldest first; null: it may tell nothing any more, and is deleted. */
export type ListNotices = (
  w: HookWork,
  hook: HookRow,
  kit: Kit,
) => Promise<readonly Notice[] | null>

export const vaultOf = ({ jwtSecret }: Pick<Deps, 'jwtSecret'>) => makeVault(jwtSecret, 'hook')

export const targetOf = (w: Pick<Deps, 'jwtSecret'>, { name, target }: HookRow): Target => {
  const opened = vaultOf(w).open(target, name)
  if (opened === null) throw new HookFailure('The address cannot be read: set the hook again.')
  return JSON.parse(opened) as Target
}

export const sendingOf = ({ settings }: Pick<Deps, 'settings'>): Send => sender(settings.hookHosts)

/** Sends what is new or has changed, in order. @returns how many messages */
async function tell(w: HookWork, hook: HookRow, notices: readonly Notice[]): Promise<number> {
  const send = sendingOf(w)
  const target = targetOf(w, hook)
  const known = await listSent(w, hook)
  let count = 0
  for (const notice of notices) {
    const { thing } = notice
    const before = known.get(thing)
    const sent = sha256(JSON.stringify(notice))
    if (before?.sent === sent) continue
    const id = sha256(`${hook.id} ${thing} ${sent}`).slice(0, 32)
    const remote_id = await TARGETS[hook.kind](send, {
      ...{ target, notice, id },
      remoteId: before?.remote_id ?? null,
    })
    await noteSent(reading(w), { hook_id: hook.id, thing, remote_id, sent })
    count += 1
  }
  return count
}

/** @returns when it is tried again, and what has failed since */
function failed(w: Read, hook: HookRow, error: unknown): Parameters<typeof endRun>[2] {
  const failing_since = hook.failing_since ?? w.now
  const wait = error instanceof HookFailure ? error.waitMs : undefined
  const minutes = BACKOFF[Math.min(hook.attempts, BACKOFF.length - 1)] ?? 60
  return {
    failing_since,
    attempts: hook.attempts + 1,
    next_attempt_at: w.now + (wait ?? minutes * MINUTE_MS),
    last_error: (error instanceof Error ? error.message : String(error)).slice(0, 200),
    given_up_at: w.now - failing_since >= GIVEN_UP_MS ? w.now : null,
  }
}

/** Tells what all due hooks have to tell. @returns how many messages */
export async function tellDue(
  deps: HookDeps,
  listNotices: ListNotices,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let count = 0
  while (!isStopped()) {
    const hook = await claimHook(reading(deps))
    if (hook === undefined) break
    const w = reading(deps)
    try {
      const kit = deps.kit.current().in(hook.language ?? undefined)
      const notices = await listNotices(w, hook, kit)
      if (notices === null) await w.db.deleteFrom('hooks').where('id', '=', hook.id).execute()
      else count += await tell(w, hook, notices)
      await endRun(w, hook, {
        ...{ attempts: 0, failing_since: null, last_error: null, given_up_at: null },
        next_attempt_at: deps.clock() + PAUSE_MS,
      })
    } catch (error) {
      if (!(error instanceof HookFailure)) throw error
      await endRun(w, hook, failed(reading(deps), hook, error))
    }
  }
  return count
}

export const makeTeller = (deps: HookDeps, log: Log, listNotices: ListNotices): Poller =>
  makePoller(log, 'hooks could not be read or written', POLL_MS, async (isStopped) => {
    const told = await tellDue(deps, listNotices, isStopped)
    if (told > 0) log.info({ told }, 'messages were sent to hooks')
  })
