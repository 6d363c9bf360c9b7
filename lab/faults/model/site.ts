import { hash } from '@node-rs/argon2'
import type { MemberId } from '../../../contract/ids.ts'
import type { Engine } from '../../../server/db/dialect.ts'
import type { Db } from '../../../server/db/rows.ts'
import { MUTE_DAYS } from '../../../server/modules/groups/invites.ts'
import { type Call, site } from '../../../test/helpers/races/stage.ts'
import { PASSWORD } from '../../../test/helpers/server/accounts.ts'
import {
  type DeskCaller,
  type DeskServer,
  startDesk,
} from '../../../test/helpers/server/startDesk.ts'
import { entriesOf, publicEntries } from './glossary.ts'
import { listsOf } from './groups.ts'
import { DAY_MS, isLive, type Model, newSession, type Person } from './people.ts'

export type Reply = { readonly status: number; readonly body: unknown }
/** The product that is compared with the model. */
export type Site = {
  readonly server: DeskServer
  readonly ada: DeskCaller
  readonly ben: DeskCaller
  readonly type: number
  readonly send: (call: Call) => Promise<Reply>
  /** A request of a member, with the access token of the model. */
  readonly as: (person: Person, ...call: MemberCall) => Promise<Reply>
}
type MemberCall = Parameters<typeof site> extends [unknown, ...infer Rest] ? Rest : never

/** Members from the start. */
const MEMBERS = ['Anna', 'Bert', 'Cleo', 'Dirk']
/** Cheap hash; other tests use the real cost. */
const cheapHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export const startSite = (engine: Engine): Promise<DeskServer> => startDesk(engine)

/** A site with four members, a group of three, a mute, and two reviewers, and the model of it. */
export async function bothAsNew(server: DeskServer): Promise<{ site: Site; model: Model }> {
  await server.empty()
  const { db, clock } = server.deps
  const ada = await server.staff('Ada', 'superuser')
  const ben = await server.staff('Ben', 'superuser')
  const model: Model = { now: clock(), people: [], kept: [], groups: [], mutes: [], entries: [] }
  for (const username of MEMBERS) {
    const { id, tokens } = await server.addUser(username)
    const email = `${username.toLowerCase()}@example.org`
    const person = newPerson(username, email)
    model.people.push({ ...person, id, isActive: true, session: newSession(model, tokens) })
  }
  await db
    .updateTable('users')
    .set({ password_hash: await cheapHash })
    .execute()
  const { id: type } = await db
    .insertInto('glossary_types')
    .values({ name: 'Places', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => gather(tx, model))
  const send = async ({ side, body, ...request }: Call): Promise<Reply> => {
    const target = side === 'site' ? server.app : server.desk
    const payload = body !== undefined && { payload: body }
    const answer = await target.inject({ ...request, ...payload })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  const as = (person: Person, ...call: MemberCall) => send(site(authOf(person), ...call))
  return { site: { server, ada, ben, type, send, as }, model }
}

/** Anna has a group with Bert and Cleo; Dirk has muted her, and has a group of his own. */
async function gather(tx: Db, model: Model): Promise<void> {
  const [anna, bert, cleo, dirk] = model.people
  if (!anna || !bert || !cleo || !dirk) throw new Error('There are members from the start')
  for (const [owner, ...others] of [[anna, bert, cleo], [dirk]] as const) {
    const name = `Group of ${owner.key}`
    const { id } = await tx
      .insertInto('groups')
      .values({ name, owner_id: owner.id, created_at: model.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const members = [owner, ...others].map((person) => ({ person, since: model.now }))
    const rows = members.map(({ person, since }) => ({
      group_id: id,
      user_id: person.id,
      joined_at: since,
    }))
    await tx.insertInto('memberships').values(rows).execute()
    model.groups.push({ id, name, owner, members, invites: [] })
  }
  const until = model.now + MUTE_DAYS['2w'] * DAY_MS
  const { id } = await tx
    .insertInto('mutes')
    .values({ user_id: dirk.id, muted_user_id: anna.id, created_at: model.now, until })
    .returning('id')
    .executeTakeFirstOrThrow()
  model.mutes.push({ id, of: dirk, muted: anna, until })
}

export const newPerson = (username: string, email: string): Person => ({
  key: username,
  id: 0 as MemberId,
  email,
  username,
  isActive: false,
  link: '',
  session: null,
  wish: null,
  details: null,
  mails: false,
})

export const authOf = ({ session }: Person) =>
  session && { auth: { authorization: `Bearer ${session.access}` } }

/** Comparisons of the lists of an area in the product with the model, made after each command. */
export const LOOKS = {
  groups: async (model: Model, here: Site) => {
    await eachMember(model, here, async (person) => {
      const { groups, invites, mutes } = listsOf(model, person)
      const seen = await Promise.all(
        ['', '/invites', '/mutes'].map((list) => here.as(person, 'GET', `/rpggroups/list${list}`)),
      )
      const [seenGroups, seenInvites, seenMutes] = seen.map(({ body }) => body as never[])
      expect(sorted((seenGroups ?? []).map(readGroup))).toEqual(sorted(groups))
      expect(sorted((seenInvites ?? []).map(dropDate))).toEqual(sorted(invites))
      expect(sorted(seenMutes ?? [])).toEqual(sorted(mutes))
    })
  },
  glossary: async (model: Model, here: Site) => {
    const everybody = await here.send(site(null, 'GET', '/glossary/entries/'))
    expect(sorted(readEntries(everybody))).toEqual(sorted(publicEntries(model)))
    await eachMember(model, here, async (person) => {
      const own = await here.as(person, 'GET', '/glossary/entries/?showMyEntries=true')
      expect(sorted(readEntries(own))).toEqual(sorted(entriesOf(model, person)))
    })
  },
  profiles: async (model: Model, here: Site) => {
    await eachMember(model, here, async (person) => {
      const [profile, wishes, details, preferences] = await Promise.all(
        ['profile/', 'name-change-request/-', 'order-details', 'preferences'].map((list) =>
          here.as(person, 'GET', `/users/${list}`),
        ),
      )
      expect(profile?.body).toMatchObject({ username: person.username, email: person.email })
      expect(wishes?.body).toEqual(person.wish === null ? [] : [person.wish])
      expect(details?.body).toEqual(person.details === null ? [] : [person.details])
      expect(preferences?.body).toMatchObject({ email_notifications: person.mails })
    })
  },
} satisfies Record<string, (model: Model, here: Site) => Promise<void>>
export type Look = keyof typeof LOOKS

/** Runs the comparison for each member; calls without a live session must be refused. */
async function eachMember(
  model: Model,
  here: Site,
  look: (person: Person) => Promise<void>,
): Promise<void> {
  for (const person of model.people) {
    if (isLive(model, person)) await look(person)
    else expect((await here.as(person, 'GET', '/rpggroups/list')).status).toBe(401)
  }
}

type WithId = { readonly id: number }
const sorted = <Row extends WithId>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.id - b.id)

type SeenGroup = WithId & {
  readonly name: string
  readonly is_owner: boolean
  readonly members: readonly { readonly name: string; readonly owner: boolean }[]
  readonly invites: readonly { readonly id: number; readonly target_user_username: string }[]
}
/** The owner comes first (ruling 9). */
function readGroup({ id, name, is_owner, members, invites }: SeenGroup) {
  expect(members.map(({ owner }) => owner)).toEqual(members.map((_member, at) => at === 0))
  return {
    id,
    name,
    is_owner,
    owner: members[0]?.name,
    members: members.map((member) => member.name).sort(),
    invites: invites.map((one) => ({ id: one.id, name: one.target_user_username })),
  }
}

const dropDate = ({ invited_at: _date, ...invite }: WithId & { readonly invited_at?: string }) =>
  invite

type SeenEntry = WithId & {
  readonly title: string
  readonly created_by: { readonly username: string }
  readonly pending: boolean
  readonly is_rejected: boolean
}
const readEntries = ({ body }: Reply) =>
  (body as SeenEntry[]).map(({ id, title, created_by, pending, is_rejected }) => ({
    id,
    title,
    author: created_by.username,
    pending,
    is_rejected,
  }))
