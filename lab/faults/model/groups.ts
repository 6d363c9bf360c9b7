import type { MUTE_LEVELS } from '../../../contract/groups.ts'
import { MUTE_DAYS } from '../../../server/modules/groups/invites.ts'
import { DAY_MS, type Group, type Invite, isLive, type Model, type Person } from './people.ts'

/* Groups, invites and mutes of the reference model (behaviour 4.2, 4.3, 6.4, 8.5; rulings 1, 6, 7, 11). */

export const isMember = (group: Group, person: Person): boolean =>
  group.members.some((one) => one.person === person)

/** Status of a call about a group before its own rules apply; null if they decide. */
function barrier(model: Model, by: Person, group: Group | undefined, isForOwner: boolean) {
  if (!isLive(model, by)) return 401
  if (group === undefined || !isMember(group, by)) return 404
  return isForOwner && group.owner !== by ? 403 : null
}

export function invite(
  model: Model,
  by: Person,
  group: Group | undefined,
  target: Person | undefined,
): number {
  const barred = barrier(model, by, group, true)
  if (barred !== null || group === undefined) return barred ?? 404
  if (target === undefined || !target.isActive) return 404
  if (isMember(group, target) || group.invites.some((one) => one.target === target)) return 400
  return hasMuted(model, target, by) ? 423 : 201
}

const hasMuted = (model: Model, one: Person, other: Person): boolean =>
  model.mutes.some(({ of, muted, until }) => of === one && muted === other && until > model.now)

/** The invite, if it is open and the person's own. */
function takeInvite(model: Model, by: Person, id: number): [Group, Invite] | null {
  for (const group of model.groups) {
    const found = group.invites.find((one) => one.id === id && one.target === by)
    if (found === undefined) continue
    group.invites = group.invites.filter((one) => one !== found)
    return [group, found]
  }
  return null
}

export function accept(model: Model, by: Person, id: number): number {
  if (!isLive(model, by)) return 401
  const taken = takeInvite(model, by, id)
  if (taken === null) return 404
  taken[0].members.push({ person: by, since: model.now })
  return 200
}

/** Rejects an invite; a longer mute replaces a shorter one, and other open invites stay. */
export function reject(
  model: Model,
  by: Person,
  id: number,
  level: (typeof MUTE_LEVELS)[number],
): number {
  if (!isLive(model, by)) return 401
  const taken = takeInvite(model, by, id)
  if (taken === null) return 404
  if (level === 'none') return 200
  const until = model.now + MUTE_DAYS[level] * DAY_MS
  const muted = taken[1].by
  const mute = model.mutes.find((one) => one.of === by && one.muted === muted)
  if (mute === undefined) model.mutes.push({ id: 0, of: by, muted, until })
  else mute.until = Math.max(mute.until, until)
  return 200
}

export function unmute(model: Model, by: Person, id: number): number {
  if (!isLive(model, by)) return 401
  const mute = model.mutes.find((one) => one.id === id)
  if (mute?.of !== by || mute.until <= model.now) return 404
  model.mutes = model.mutes.filter((one) => one !== mute)
  return 200
}

export function cancel(model: Model, by: Person, id: number): number {
  if (!isLive(model, by)) return 401
  const group = model.groups.find(({ invites }) => invites.some((one) => one.id === id))
  if (group?.owner !== by) return 404
  group.invites = group.invites.filter((one) => one.id !== id)
  return 200
}

const dropMember = (group: Group, person: Person): void => {
  group.members = group.members.filter((one) => one.person !== person)
}

export function kick(model: Model, by: Person, group: Group | undefined, who: Person): number {
  const barred = barrier(model, by, group, true)
  if (barred !== null || group === undefined) return barred ?? 404
  if (who === group.owner) return 400
  if (!isMember(group, who)) return 404
  dropMember(group, who)
  return 200
}

/** @param successor member named in the header; without one the longest membership, then the lowest id (ruling 1) */
export function leave(
  model: Model,
  by: Person,
  group: Group | undefined,
  successor: Person | undefined,
): number {
  const barred = barrier(model, by, group, false)
  if (barred !== null || group === undefined) return barred ?? 404
  if (group.owner === by) {
    const others = group.members
      .filter(({ person }) => person !== by)
      .sort((a, b) => a.since - b.since || a.person.id - b.person.id)
    const next = successor ?? others[0]?.person
    if (next === undefined || next === by || !isMember(group, next)) return 400
    group.owner = next
  }
  dropMember(group, by)
  return 200
}

export function transfer(model: Model, by: Person, group: Group | undefined, to: Person): number {
  const barred = barrier(model, by, group, true)
  if (barred !== null || group === undefined) return barred ?? 404
  if (to === by || !isMember(group, to)) return 400
  group.owner = to
  return 200
}

export function disband(model: Model, by: Person, group: Group | undefined): number {
  const barred = barrier(model, by, group, true)
  if (barred !== null) return barred
  model.groups = model.groups.filter((one) => one !== group)
  return 200
}

/** The lists of a member as the site shows them. */
export function listsOf(model: Model, person: Person) {
  const groups = model.groups
    .filter((group) => isMember(group, person))
    .map((group) => ({
      id: group.id,
      name: group.name,
      is_owner: group.owner === person,
      owner: group.owner.username,
      members: group.members.map((one) => one.person.username).sort(),
      invites:
        group.owner === person
          ? group.invites.map(({ id, target }) => ({ id, name: target.username }))
          : [],
    }))
  const invites = model.groups.flatMap((group) =>
    group.invites
      .filter(({ target }) => target === person)
      .map(({ id }) => ({
        id,
        group_name: group.name,
        group_leader: group.owner.username,
        group_size: group.members.length,
      })),
  )
  const mutes = model.mutes
    .filter(({ of, until }) => of === person && until > model.now)
    .map(({ id, muted, until }) => ({
      id,
      mute_invites_from_name: muted.username,
      duration_left: Math.ceil((until - model.now) / DAY_MS),
    }))
  return { groups, invites, mutes }
}
