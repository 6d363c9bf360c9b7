import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type CallName, calls } from '#contract/calls.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { insertRow } from '#server/db/rows.ts'
import { sha256 } from '#server/text/secrets.ts'
import { addEvent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { addOpening } from '#test/helpers/fixtures/openingActs.ts'
import type { SiteAct, SiteCast } from '#test/helpers/fixtures/siteAct.ts'
import { siteActs, siteRequest } from '#test/helpers/fixtures/siteActs.ts'
import { figure } from '#test/helpers/server/faults.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { facts } from '#test/helpers/server/tables.ts'
import { newTokens, type TestUser } from '#test/helpers/server/testServer.ts'

/** The one list of exceptions: names of calls, and of tables of the contract, by whom they name the other to. */
const EXCEPTIONS = new Map(
  Array.from(
    readFileSync('docs/behaviour/additions.md', 'utf8')
      .split('### 12.35')[1]
      ?.matchAll(/^\| ((?:everyone|both|who)[^|]*) \| ([^|]*) \|/gm) ?? [],
    ([, whom = '', named = '']) => [
      whom,
      Array.from(named.matchAll(/`(\w+)`/g), ([, name]) => name),
    ],
  ),
)

/** The first has all that the others have. */
const WORLDS = ['both in one group', 'both at one table', 'nothing in common'] as const
const VIEWERS = ['who has blocked', 'who is blocked'] as const
type World = (typeof WORLDS)[number]
type Viewer = (typeof VIEWERS)[number]

function exceptionsOf(world: World, viewer: Viewer): readonly CallName[] {
  const worlds: readonly string[] = WORLDS.slice(WORLDS.indexOf(world))
  const named = [...EXCEPTIONS].flatMap(([whom, names]) =>
    whom === 'everyone' || whom === viewer || worlds.includes(whom) ? names : [],
  )
  return calls
    .filter(({ name, table }) => named.includes(name) || named.includes(table))
    .map(({ name }) => name)
}

/** Calls that may end the session of the caller, or the account, come last. */
const LAST = /^(logout|change|request|end|delete|withdraw)/

const MEMBER_CALLS = calls.filter(({ access }) => access !== 'open')
const CALLS = [
  ...MEMBER_CALLS.filter(({ name }) => !LAST.test(name)),
  ...MEMBER_CALLS.filter(({ name }) => LAST.test(name)),
]

/** Mails about a group that both are in. */
const OF_GROUP = ['poll-made']

const ID_ZERO = 700_000 as MemberId

deskTests('members who are apart, on %s (behaviour 12.35)', (server, engine) => {
  beforeEach(async () => {
    await server.empty()
    // Ids of people are numbers that nothing else has.
    const zero = { email: 'zero@example.org', email_key: 'zero@example.org', password_hash: 'none' }
    await server.deps.db
      .insertInto('users')
      .values({
        ...zero,
        id: ID_ZERO,
        username: 'Zero',
        username_key: 'zero',
        role: 'player',
        created_at: 1,
      })
      .execute()
    if (engine === 'postgres')
      await sql`select setval(pg_get_serial_sequence('users', 'id'), ${ID_ZERO})`.execute(
        server.deps.db,
      )
    await server.staff('Root', 'superuser')
  })

  let count = 0
  async function groupOf(owner: TestUser, ...members: TestUser[]): Promise<GroupId> {
    const now = server.deps.clock()
    return server.deps.db.transaction().execute(async (tx) => {
      const row = { name: `Crew ${++count}`, owner_id: owner.id, created_at: now }
      const { id: group_id } = await insertRow(tx, 'groups', row)
      for (const [at, { id: user_id }] of [owner, ...members].entries()) {
        const membership = { group_id, user_id, joined_at: now + at }
        await tx.insertInto('memberships').values(membership).execute()
        const log = { group_id, actor_id: user_id, kind: 'joined' as const, created_at: now }
        await insertRow(tx, 'group_log', log)
      }
      return group_id
    })
  }

  type Look = readonly [CallName, SiteAct]

  const answered = { answers: '[]', told: '', queued_at: 1, created_at: 1, updated_at: 1 }
  const secretOf = ({ id }: TestUser): SiteAct => ({
    id: `of ${id}`,
    body: (secret) => ({ secret }),
  })

  /** A group that invites the other, one that the other asks to join, and one that has a link; the last two look for players. */
  async function reachOut(one: TestUser, another: TestUser) {
    const now = server.deps.clock()
    const [inviting, asked, open] = [await groupOf(one), await groupOf(one), await groupOf(one)]
    const sent = { group_id: inviting, invited_by: one.id, target_user_id: another.id }
    const { id: invite } = await server.insert('invites', { ...sent, created_at: now })
    for (const group of [asked, open]) await addOpening(server, group, 20)
    const request = { group_id: asked, user_id: another.id, message: '', answer: 'open' as const }
    await server.insert('join_requests', { ...request, sentence: '', created_at: now })
    const made = { created_by: one.id, secret_hash: sha256(`of ${one.id}`), created_at: now }
    const uses = { uses: 9, uses_left: 9, expires_at: now + DAY }
    await server.insert('invite_links', { ...made, ...uses, group_id: open })
    return { invite, asked, open }
  }

  /** An event at which each leads a table. */
  async function programme(me: TestUser, other: TestUser, isShared: boolean): Promise<Look[]> {
    const at = (ms: number) => new Date(server.deps.clock() + ms).toISOString()
    const slot = (id: number) => ({ id, starts_at: at(id * DAY), ends_at: at(id * DAY + HOUR) })
    const slots = JSON.stringify([slot(1), slot(2)])
    const parent_id = await addEvent(server, { slots, seats: null, takes_offers: 1 })
    const table = async (leader: TestUser, player: TestUser, slot: number) => {
      const led = {
        parent_id,
        led_by: leader.id,
        slot,
        seats: 4,
        table_facts: JSON.stringify(facts),
      }
      const content_id = await addEvent(server, led)
      const seat = { content_id, user_id: player.id, state: 'coming' as const, ...answered }
      const player_id = isShared ? (await server.insert('registrations', seat)).id : 0
      return { id: content_id, player: player_id }
    }
    const [own, others] = [await table(me, other, 1), await table(other, me, 2)]
    const signUp = { id: others.id, body: () => ({ answers: [], may_wait: true }) }
    return [
      ['getProgramme', { id: parent_id }],
      ['listPlayers', { id: own.id }],
      ['markPlayer', { id: own.id, body: () => ({ player: own.player, came: true }) }],
      ['getEvent', signUp],
      ['getRegistration', signUp],
      ['signUp', signUp],
    ]
  }

  /** What two members have to do with each other before one blocks the other. @returns calls about it */
  async function live({ me, other, third }: People, world: World): Promise<Look[]> {
    const own = await reachOut(me, other)
    const others = await reachOut(other, me)
    // They have played in a group that the other has left.
    const former = await groupOf(third, me, other)
    const left = { group_id: former, user_id: other.id }
    await server.deps.db
      .deleteFrom('memberships')
      .where((is) => is.and(left))
      .execute()
    const shared = world === 'both in one group' && (await groupOf(third, me, other))
    const type_id = await addGlossaryType(server, 'Places')
    const entry = await addEntry(server, other.id, 'The mill', { type_id })
    return [
      ['listInvites', { id: null }],
      ['getOpening', { id: own.asked }],
      ['listInviteLinks', { id: own.open }],
      ['listSuggestions', { id: own.open, query: '?prefix=a' }],
      ['getGroupPage', { id: former }],
      ['listGroupLog', { id: former }],
      ...(shared ? [['getGroupPage', { id: shared }] as const] : []),
      ...(await programme(me, other, world !== 'nothing in common')),
      ['getGlossaryTerm', { id: entry }],
      ['searchSite', { id: null, query: '?q=aspen' }],
      ['askToJoin', { id: others.open, body: () => ({ message: '' }) }],
      ['redeemInviteLink', secretOf(other)],
      ['acceptInvite', { id: others.invite }],
    ]
  }

  type People = { readonly me: TestUser; readonly other: TestUser; readonly third: TestUser }

  const castsOf = ({ me, other, third }: People, world: World): SiteCast[] =>
    world === 'both in one group'
      ? [
          { owner: me.id, member: other.id, other: third.id },
          { owner: other.id, member: me.id, other: third.id },
        ]
      : [
          { owner: me.id, member: third.id, other: other.id },
          { owner: other.id, member: third.id, other: me.id },
        ]

  /** Sends a call of the contract as a member. @returns status and body */
  async function send(who: TestUser, name: CallName, act: SiteAct) {
    const route = calls.find((one) => one.name === name)
    if (!route) throw new Error(name)
    const { token_version } = await server.row('users', { id: who.id })
    const { sensitive } = await newTokens(server.app, server.deps, { ...who, token_version })
    const request = await siteRequest(route, act)
    return server.app.inject({ ...request, headers: { ...request.headers, ...sensitive } })
  }

  /** What the other does that is mailed to the member. */
  async function reach({ me, other }: People): Promise<void> {
    const group = (await server.row('invites', { target_user_id: me.id })).group_id
    const { id: open } = await server.deps.db
      .selectFrom('groups')
      .innerJoin('group_openings', 'group_id', 'groups.id')
      .select('groups.id')
      .where('owner_id', '=', me.id)
      .orderBy('groups.id', 'desc')
      .executeTakeFirstOrThrow()
    await server.deps.db.deleteFrom('invites').where('target_user_id', '=', me.id).execute()
    const email = 'alderman@example.org'
    const led = (await server.row('contents', { led_by: other.id })).id
    for (const [name, act] of [
      ['inviteMember', { id: group, body: () => ({ username: me.username }) }],
      ['inviteByMail', { id: group, body: () => ({ email }) }],
      ['askToJoin', { id: open, body: () => ({ message: '' }) }],
      ['writeToPlayers', { id: led, body: () => ({ subject: 'Dice', text: 'Bring some.' }) }],
    ] satisfies Look[])
      await send(other, name, act)
  }

  /** Makes every call of members as one of two. @returns calls and mails that name the other */
  async function naming(world: World, viewer: Viewer | null) {
    const [me, other] = [await server.addUser('Alderman'), await server.addUser('Aspenwood')]
    const people = { me, other, third: await server.addUser('Tansy') }
    const looks = await live(people, world)
    const [one, another] = viewer === 'who has blocked' ? [me, other] : [other, me]
    const block = { user_id: one.id, blocked_id: another.id, created_at: 1 }
    if (viewer) await server.insert('blocks', block)
    const named = new Set<CallName>()
    const done = new Set<CallName>()
    const names = new RegExp(`${other.username}|\\b${other.id}\\b`, 'i')
    async function look(...[name, act]: Look) {
      const { statusCode, body } = await send(me, name, act)
      if (statusCode < 300) done.add(name)
      if (names.test(body)) named.add(name)
    }
    await reach(people)
    for (const one of looks) await look(...one)
    const cast = { owner: me.id, member: me.id, other: me.id }
    const acts = siteActs(server, cast)
    for (const next of castsOf(people, world)) {
      Object.assign(cast, next)
      for (const { name } of CALLS) await look(name, await acts[name]('own'))
    }
    if (world === 'both in one group') {
      const poll = await acts.makePoll('own')
      await send(other, 'makePoll', poll)
      await look('getPlan', { id: poll.id })
    }
    const mails = (await deliveredMail(server)).flatMap(({ kind, to, text }) =>
      to === 'alderman@example.org' && names.test(text) ? kind : [],
    )
    return { named: [...named].toSorted(), mails: mails.toSorted(), done }
  }

  const cells = WORLDS.flatMap((world) => VIEWERS.map((viewer) => [world, viewer] as const))

  test.each(cells)('%s: %s finds the other where the docs say it', async (world, viewer) => {
    const { named, mails } = await naming(world, viewer)
    const allowed = exceptionsOf(world, viewer)
    expect(named.filter((name) => !allowed.includes(name))).toEqual([])
    expect(mails).toEqual(world === 'both in one group' ? OF_GROUP : [])
    // Each call that the docs name by itself does name the other.
    const own = world === 'both in one group' ? [] : allowed
    expect(own.filter((name) => !named.includes(name))).toEqual([])
    figure(`${named.length} of ${CALLS.length} calls name the other`)
  })

  test.each(WORLDS)('%s: without a block they find each other in more', async (world) => {
    const { named, mails, done } = await naming(world, null)
    expect(named).toEqual(
      expect.arrayContaining([
        'getOpening',
        'getProgramme',
        'listInvites',
        'listOpenings',
        'listSuggestions',
      ]),
    )
    const written = world === 'nothing in common' ? [] : ['registration-message']
    const ofGroup = world === 'both in one group' ? OF_GROUP : []
    expect(mails).toEqual([
      ...['group-invite', 'invite-by-mail', 'join-request'],
      ...ofGroup,
      ...written,
    ])
    // Calls that are refused name no one. Members of one group neither invite each other nor ask to join it.
    const refused = CALLS.filter(({ name }) => !done.has(name)).map(({ name }) => name)
    const apart = ['acceptInvite', 'rejectInvite', 'withdrawJoinRequest']
    expect(refused).toEqual(world === 'both in one group' ? apart : [])
  })
})
