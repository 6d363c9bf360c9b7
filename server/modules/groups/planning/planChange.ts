import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Plan } from '#contract/planning.ts'
import { isTimeZone } from '../../../config/time.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { printable } from '../../../text/keys.ts'
import { changing, type Work } from '../../../work/work.ts'
import { assertMember, type Membership, webAddress } from '../policy.ts'
import { lockGroup } from '../repository.ts'
import { assertMayPlan } from './policy.ts'
import { readPlan } from './readPlan.ts'
import { readPlanners, saveTimeZone } from './settingsRepository.ts'

/** A change of a group's plan: its group is locked, and its caller an active member. */
export type PlanWork = Work & OfGroup
export type PlanRead = Read & OfGroup
type OfGroup = { readonly id: GroupId; readonly group: Membership; readonly caller: MemberId }

type Find = GroupId | ((w: HasDb) => Promise<GroupId | undefined>)

/**
 * Changes the plan and publishes the change to all members.
 * @returns what is read after the change
 */
export const changingGroup = <Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  find: Find,
  caller: MemberId,
  change: (w: PlanWork) => Promise<void>,
  read: (w: PlanWork) => Promise<Result>,
): Promise<Result> =>
  changing(deps, async (w) => {
    const id = typeof find === 'function' ? await find(w) : find
    // The same refusal as for strangers, who may not learn which ids exist.
    if (id === undefined) throw errors.groupNotFound()
    const group = await lockGroup(w, id)
    assertMember(group, caller)
    const plan = Object.assign(w, { id, group, caller })
    await change(plan)
    w.publish(group.members, { kind: 'group', subject: id })
    return read(plan)
  })

/** @returns the plan after the change */
export const changingPlan = (
  deps: Pick<Deps, 'db' | 'clock'>,
  find: Find,
  caller: MemberId,
  change: (w: PlanWork) => Promise<void>,
): Promise<Plan> =>
  changingGroup(deps, find, caller, change, (w) => readPlan(w, w.id, w.group, caller))

export async function assertPlanner(w: PlanWork): Promise<void> {
  assertMayPlan({ ...w.group, planners: await readPlanners(w, w.id) }, w.caller)
}

/** Stores the zone for mails if this machine knows it. */
export async function rememberZone(w: PlanWork, timeZone: string): Promise<void> {
  if (isTimeZone(timeZone)) await saveTimeZone(w, w.id, w.caller, timeZone)
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
