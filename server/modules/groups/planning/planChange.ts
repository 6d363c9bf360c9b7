import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Plan } from '#contract/schemas/planning.ts'
import { isTimeZone } from '../../../config/time.ts'
import { publish } from '../../../db/liveEvents.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { printable } from '../../../text/keys.ts'
import { assertMember, type Membership, webAddress } from '../policy.ts'
import { lockGroup } from '../repository.ts'
import { assertMayPlan } from './policy.ts'
import { readPlan } from './readPlan.ts'
import { readPlanners, saveTimeZone } from './settingsRepository.ts'

/** A change of a group's plan: its group is locked, and its caller an active member. */
export type PlanContext = {
  readonly tx: Db
  readonly id: GroupId
  readonly group: Membership
  readonly caller: MemberId
  readonly now: number
}

type Find = GroupId | ((tx: Db) => Promise<GroupId | undefined>)

/**
 * Changes the plan and publishes the change to all members.
 * @returns what is read after the change
 */
export const changing = <Result>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  find: Find,
  caller: MemberId,
  change: (context: PlanContext) => Promise<void>,
  read: (context: PlanContext) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    const id = typeof find === 'function' ? await find(tx) : find
    // The same refusal as for strangers, who may not learn which ids exist.
    if (id === undefined) throw errors.groupNotFound()
    const group = await lockGroup(tx, id)
    assertMember(group, caller)
    // Another request may have held the lock for a while.
    const context = { tx, id, group, caller, now: clock() }
    await change(context)
    await publish(tx, group.members, { kind: 'group', subject: id }, context.now)
    return read(context)
  })

/** @returns the plan after the change */
export const changingPlan = (
  deps: Pick<Deps, 'db' | 'clock'>,
  find: Find,
  caller: MemberId,
  change: (context: PlanContext) => Promise<void>,
): Promise<Plan> =>
  changing(deps, find, caller, change, ({ tx, id, group, now }) =>
    readPlan(tx, id, group, caller, now),
  )

export async function assertPlanner({ tx, id, group, caller }: PlanContext): Promise<void> {
  assertMayPlan({ ...group, planners: await readPlanners(tx, id) }, caller)
}

/** Stores the zone for mails if this machine knows it. */
export async function rememberZone(
  { tx, id, caller }: PlanContext,
  timeZone: string,
): Promise<void> {
  if (isTimeZone(timeZone)) await saveTimeZone(tx, id, caller, timeZone)
}

type Texts = { readonly title: string; readonly notes: string }
type Where = Texts & { readonly place: string; readonly link: string }

export const cleaned = (text: string): string => printable(text).trim()

export const textsOf = ({ title, notes }: Texts): Texts => ({
  title: cleaned(title),
  notes: cleaned(notes),
})

export const whereOf = (sent: Where): Where => ({
  ...textsOf(sent),
  place: cleaned(sent.place),
  link: sent.link && webAddress('link', sent.link),
})

type Period = { readonly starts_at: number; readonly ends_at: number }

/** @returns undefined for what is not sent */
export const closingOf = (sent: string | null | undefined): number | null | undefined =>
  sent == null ? sent : Date.parse(sent)

/** NaN for a day such as 31 February, which policies refuse. */
export const periodOf = (sent: Readonly<Record<keyof Period, string>>): Period => ({
  starts_at: Date.parse(sent.starts_at),
  ends_at: Date.parse(sent.ends_at),
})
