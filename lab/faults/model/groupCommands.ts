import fc from 'fast-check'
import { MUTE_LEVELS } from '../../../contract/groups.ts'
import { type AnyCommand, command, NO_ID, pick, someone, which, who } from './command.ts'
import {
  accept,
  cancel,
  disband,
  invite,
  isMember,
  kick,
  leave,
  reject,
  transfer,
  unmute,
} from './groups.ts'
import { type Group, isLive, type Model, type Person } from './people.ts'
import type { Reply, Site } from './site.ts'

const by = fc.record({ who, which })
const byAt = fc.record({ who, which, whom: who })

type SeenGroups = { readonly id: number; readonly invites: readonly { readonly id: number }[] }[]

/** Mostly one of the first groups that the person owns or is in, so that these grow. */
function aGroup(model: Model, person: Person, n: number): Group | undefined {
  const joined = model.groups.filter((group) => isMember(group, person))
  const owned = joined.filter(({ owner }) => owner === person)
  const near = n % 4 === 2 || owned.length === 0 ? joined : owned
  return n === 3 || near.length === 0 ? pick(model.groups, n) : pick(near.slice(0, 2), n)
}

/** Mostly another member of the group; nobody for the last number. */
function aSuccessor(model: Model, person: Person, group: Group | undefined, n: number) {
  const others = group?.members.filter((member) => member.person !== person) ?? []
  if (n === 5) return undefined
  return n === 4 ? someone(model, n) : pick(others, n)?.person
}

/** Mostly an invite of the person. */
function anInvite(model: Model, person: Person, n: number): number {
  const all = model.groups.flatMap(({ invites }) => invites)
  const own = all.filter(({ target }) => target === person)
  return pick(n % 4 === 3 || own.length === 0 ? all : own, n)?.id ?? NO_ID
}

async function groupsOf(site: Site, person: Person): Promise<SeenGroups> {
  return (await site.as(person, 'GET', '/rpggroups/list')).body as SeenGroups
}

const expectStatus = ({ status }: Reply, expected: number): void => expect(status).toBe(expected)

export const GROUP_COMMANDS: readonly AnyCommand[] = [
  command('create a group', 'groups', by, async (model, site, { who }) => {
    const person = someone(model, who)
    const name = `Group ${who}`
    const answer = await site.as(person, 'POST', '/rpggroups/create/', { name })
    expectStatus(answer, isLive(model, person) ? 201 : 401)
    if (!isLive(model, person)) return
    expect(answer.body).toEqual({ name })
    const known = new Set(model.groups.map(({ id }) => id))
    const [added] = (await groupsOf(site, person)).filter(({ id }) => !known.has(id))
    const members = [{ person, since: model.now }]
    if (added) model.groups.push({ id: added.id, name, owner: person, members, invites: [] })
  }),
  ...Array.from({ length: 5 }, () =>
    command('invite', 'groups', byAt, async (model, site, args) => {
      const person = someone(model, args.who)
      const target = args.whom === 5 ? undefined : someone(model, args.whom)
      const group = aGroup(model, person, args.which)
      await inviteTo(model, site, person, group, target)
    }),
  ),
  ...Array.from({ length: 2 }, () =>
    command(
      'invite somebody who has muted the owner',
      'groups',
      fc.record({ which }),
      invitePastMute,
    ),
  ),
  ...Array.from({ length: 5 }, () =>
    command('accept', 'groups', by, async (model, site, args) => {
      const person = someone(model, args.who)
      const id = anInvite(model, person, args.which)
      const answer = await site.as(person, 'GET', `/rpggroups/accept/${id}`)
      expectStatus(answer, accept(model, person, id))
    }),
  ),
  ...Array.from({ length: 2 }, () =>
    command(
      'reject',
      'groups',
      fc.record({ who, which, mute: fc.constantFrom(...MUTE_LEVELS) }),
      async (model, site, args) => {
        const person = someone(model, args.who)
        const id = anInvite(model, person, args.which)
        const body = { mute_level: args.mute }
        const answer = await site.as(person, 'POST', `/rpggroups/reject/${id}`, body)
        expectStatus(answer, reject(model, person, id, args.mute))
        await learnMutes(model, site, person)
      },
    ),
  ),
  command('cancel', 'groups', by, async (model, site, args) => {
    const person = someone(model, args.who)
    const id = pick(aGroup(model, person, args.which)?.invites ?? [], args.which)?.id ?? NO_ID
    const answer = await site.as(person, 'DELETE', `/rpggroups/cancel/${id}`)
    expectStatus(answer, cancel(model, person, id))
  }),
  command('remove', 'groups', byAt, async (model, site, args) => {
    const person = someone(model, args.who)
    const whom = someone(model, args.whom)
    const group = aGroup(model, person, args.which)
    const body = { group_id: group?.id ?? NO_ID, member_id: whom.id }
    const answer = await site.as(person, 'POST', '/rpggroups/remove/', body)
    expectStatus(answer, kick(model, person, group, whom))
  }),
  ...Array.from({ length: 2 }, () =>
    command('leave', 'groups', byAt, async (model, site, args) => {
      const person = someone(model, args.who)
      await leaveTo(model, site, person, aGroup(model, person, args.which), args.whom)
    }),
  ),
  ...Array.from({ length: 2 }, () =>
    command('leave to a successor', 'groups', byAt, async (model, site, args) => {
      const group = pick(model.groups, args.which)
      if (group === undefined) return
      await leaveTo(model, site, group.owner, group, args.whom)
    }),
  ),
  command('transfer', 'groups', byAt, async (model, site, args) => {
    const person = someone(model, args.who)
    const to = someone(model, args.whom)
    const group = aGroup(model, person, args.which)
    const body = { group_id: group?.id ?? NO_ID, new_owner_id: to.id }
    const answer = await site.as(person, 'POST', '/rpggroups/transfer-ownership/', body)
    expectStatus(answer, transfer(model, person, group, to))
  }),
  command('disband', 'groups', by, async (model, site, args) => {
    const person = someone(model, args.who)
    const group = aGroup(model, person, args.which)
    const answer = await site.as(person, 'GET', `/rpggroups/disband/${group?.id ?? NO_ID}`)
    expectStatus(answer, disband(model, person, group))
  }),
  command('unmute', 'groups', by, async (model, site, args) => {
    const person = someone(model, args.who)
    const own = model.mutes.filter(({ of }) => of === person)
    const id = pick(own.length > 0 ? own : model.mutes, args.which)?.id ?? NO_ID
    const answer = await site.as(person, 'DELETE', `/rpggroups/unmute/${id}`)
    expectStatus(answer, unmute(model, person, id))
  }),
]

async function leaveTo(
  model: Model,
  site: Site,
  person: Person,
  group: Group | undefined,
  whom: number,
): Promise<void> {
  const next = aSuccessor(model, person, group, whom)
  const chosen = next && { 'x-new-owner': String(next.id) }
  const path = `/rpggroups/leave/${group?.id ?? NO_ID}`
  const answer = await site.as(person, 'GET', path, undefined, chosen)
  expectStatus(answer, leave(model, person, group, next))
}

async function inviteTo(
  model: Model,
  site: Site,
  person: Person,
  group: Group | undefined,
  target: Person | undefined,
): Promise<void> {
  const username = target?.username.toUpperCase() ?? 'Nobody'
  const path = `/rpggroups/invite/${group?.id ?? NO_ID}`
  const answer = await site.as(person, 'POST', path, { username })
  const status = invite(model, person, group, target)
  expectStatus(answer, status)
  if (status !== 201 || group === undefined || target === undefined) return
  expect(answer.body).toEqual({ target_user_username: target.username })
  const seen = (await groupsOf(site, person)).find(({ id }) => id === group.id)
  const known = new Set(group.invites.map(({ id }) => id))
  const added = seen?.invites.find(({ id }) => !known.has(id))
  if (added) group.invites.push({ id: added.id, target, by: person })
}

/** Sends an invite that is refused until the mute is over. */
async function invitePastMute(model: Model, site: Site, { which }: { which: number }) {
  const mute = pick(model.mutes, which)
  const open = model.groups.find(
    ({ owner, members, invites }) =>
      owner === mute?.muted &&
      members.every(({ person }) => person !== mute.of) &&
      invites.every(({ target }) => target !== mute.of),
  )
  if (mute && open) await inviteTo(model, site, mute.muted, open, mute.of)
}

/** Reads the id of a new mute from the list, because the response of a rejection has none. */
async function learnMutes(model: Model, site: Site, person: Person): Promise<void> {
  const added = model.mutes.find(({ id }) => id === 0)
  if (added === undefined) return
  const { body } = await site.as(person, 'GET', '/rpggroups/list/mutes')
  const seen = body as { readonly id: number; readonly mute_invites_from_name: string }[]
  const row = seen.find((one) => one.mute_invites_from_name === added.muted.username)
  added.id = row?.id ?? NO_ID
}
