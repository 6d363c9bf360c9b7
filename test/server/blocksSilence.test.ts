import { type CallName, calls } from '#contract/calls.ts'
import type { ContentId, GroupId } from '#contract/ids.ts'
import { addEvent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { OPENING } from '#test/helpers/fixtures/openingActs.ts'
import type { AnyId } from '#test/helpers/fixtures/siteAct.ts'
import { siteRequest } from '#test/helpers/fixtures/siteActs.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { facts } from '#test/helpers/server/tables.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }

/** Acts of a member towards another, and all that the member reads afterwards; what answers otherwise has a test of its own. */
serverTests('a block says nothing to the blocked, on %s (behaviour 12.35)', { env }, (server) => {
  const { found } = groupCallsOf(server)
  beforeEach(() => server.empty())

  async function send(who: TestUser, name: CallName, id: AnyId | null, body?: object) {
    const route = calls.find((one) => one.name === name)
    if (!route) throw new Error(name)
    const request = await siteRequest(route, { id, ...(body && { body: () => body }) })
    return server.app.inject({ ...request, headers: { ...request.headers, ...who.auth } })
  }

  /** Groups with openings, links and a table of each; the leader of a table has the other at it. */
  async function prepare(olwen: TestUser, finn: TestUser) {
    const groups = {
      own: (await found(finn, 'Owls')).id,
      others: (await found(olwen, 'Ravens')).id,
    }
    for (const [who, id] of [
      [finn, groups.own],
      [olwen, groups.others],
    ] as const)
      await send(who, 'saveOpening', id, OPENING)
    const link = { days: 1, uses: 5 }
    const { secret } = (await send(olwen, 'createInviteLink', groups.others, link)).json()
    const at = (ms: number) => new Date(server.deps.clock() + ms).toISOString()
    const slots = JSON.stringify([{ id: 1, starts_at: at(DAY), ends_at: at(DAY + HOUR) }])
    const parent_id = await addEvent(server, { slots, seats: null, takes_offers: 1 })
    const table_facts = JSON.stringify(facts)
    const led = { parent_id, led_by: finn.id, slot: 1, seats: 4, waiting_max: 2, table_facts }
    const table = await addEvent(server, led)
    await send(olwen, 'signUp', table, { answers: [], may_wait: true })
    return { ...groups, secret, event: parent_id, table }
  }

  type World = {
    readonly own: GroupId
    readonly others: GroupId
    readonly secret: string
    readonly event: ContentId
    readonly table: ContentId
  }

  /** All that the blocked one can do to the other, twice where a second time has an answer of its own. */
  const actsOf = ({
    own,
    others,
    secret,
    event,
    table,
  }: World): [CallName, AnyId | null, object?][] => [
    ['inviteMember', own, { username: 'Olwen' }],
    ['inviteMember', own, { username: 'Olwen' }],
    ['listGroups', null],
    ['getOpening', own],
    ['listGroupLog', own],
    ['inviteByMail', own, { email: 'olwen@example.org' }],
    ['inviteByMail', own, { email: 'olwen@example.org' }],
    ['listInviteLinks', own],
    ['listOpenings', null],
    ['askToJoin', others, { message: 'May I?' }],
    ['askToJoin', others, { message: 'May I?' }],
    ['listJoinRequests', null],
    ['lookAtInviteLink', null, { secret }],
    ['redeemInviteLink', null, { secret }],
    ['getProgramme', event],
    ['getRegistration', table],
    ['listPlayers', table],
    ['writeToPlayers', table, { subject: 'Dice', text: 'Bring some.' }],
    ['blockMember', null, { username: 'Olwen' }],
    ['listMutes', null],
    ['getProfile', null],
  ]

  /** Two runs have other ids. */
  const withoutIds = (key: string, value: unknown) =>
    typeof value === 'number' && /(^|_)id$/.test(key) ? 'an id' : value
  const shapeOf = (json: string) => JSON.stringify(JSON.parse(json, withoutIds))

  /** Statuses and bodies of all acts, and the mail that the member gets. */
  async function run(isBlocked: boolean) {
    const people = [await server.addUser('Olwen'), await server.addUser('Finn')] as const
    const [olwen, finn] = people
    const world = await prepare(olwen, finn)
    const block = { user_id: olwen.id, blocked_id: finn.id, created_at: 1 }
    if (isBlocked) await server.insert('blocks', block)
    const answers: string[] = []
    async function act(name: CallName, id: AnyId | null, sent?: object) {
      const { statusCode, body } = await send(finn, name, id, sent)
      answers.push(`${name} ${statusCode} ${shapeOf(body)}`)
      // A mail that is no longer due is not sent.
      await deliveredMail(server)
    }
    for (const one of actsOf(world)) await act(...one)
    const { id } = await server.row('invites', { invited_by: finn.id })
    await act('cancelInvite', id)
    await act('listGroups', null)
    const mails = (await deliveredMail(server)).map(({ kind, to, text }) => ({ kind, to, text }))
    const mailsTo = (name: string) => mails.filter(({ to }) => to === `${name}@example.org`)
    return { answers, mails: mailsTo('finn'), reached: mailsTo('olwen').map(({ kind }) => kind) }
  }

  test('an invite from before the block is as if it had been cancelled', async () => {
    const [olwen, finn] = [await server.addUser('Olwen'), await server.addUser('Finn')] as const
    const { others, secret } = await prepare(olwen, finn)
    const invite = {
      group_id: others,
      target_user_id: finn.id,
      invited_by: olwen.id,
      created_at: 1,
    }
    await server.insert('invites', invite)
    await server.insert('blocks', { user_id: olwen.id, blocked_id: finn.id, created_at: 1 })
    const call = (name: CallName, id: AnyId | null, sent?: object) => send(finn, name, id, sent)
    expect((await call('listInvites', null)).json()).toEqual([])
    expect((await call('listOpenings', null)).json().groups).toHaveLength(1)
    expect((await call('askToJoin', others, { message: 'May I?' })).statusCode).toBe(201)
    expect((await call('redeemInviteLink', null, { secret })).statusCode).toBe(201)
    expect((await call('redeemInviteLink', null, { secret })).statusCode).toBe(404)
    expect((await call('listJoinRequests', null)).json()).toMatchObject([{ answer: 'open' }])
    expect((await call('listOpenings', null)).json().groups).toHaveLength(1)
  })

  test('every act has the same answer, and every list the same rows, as without one', async () => {
    const free = await run(false)
    expect(free.answers.filter((answer) => / 20[01] /.test(answer)).length).toBeGreaterThan(18)
    await server.empty()
    const blocked = await run(true)
    expect(blocked.answers).toEqual(free.answers)
    expect(blocked.mails).toEqual(free.mails)
    // The other is reached without a block, and not with one.
    expect(free.reached).toEqual(
      expect.arrayContaining([
        'group-invite',
        'invite-by-mail',
        'join-request',
        'registration-message',
      ]),
    )
    expect(blocked.reached).toEqual(['registration-confirmed'])
  })
})
