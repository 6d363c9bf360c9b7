import { calls } from '#contract/calls.ts'
import { EVENT_CALLS, WRITING_CALLS } from '#contract/reports.ts'
import type { RestrictionKind } from '#contract/sets.ts'
import { expireRows } from '#server/compose/background.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { addReportables } from '#test/helpers/fixtures/reportables.ts'
import { codeOf, groupCallsOf, statusOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'

type Schema = {
  readonly type?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}
/** Whether a body takes words that a person writes. */
const isFree = ({
  type,
  enum: words,
  pattern,
  anyOf = [],
  items,
  properties = {},
}: Schema): boolean =>
  (type === 'string' && words === undefined && !/\\d|\[0-9a-f\]/.test(pattern ?? '')) ||
  [...anyOf, ...(items ? [items] : []), ...Object.values(properties)].some(isFree)

/** Bodies with texts that no other member reads as a member’s words. */
const NOT_FOR_MEMBERS = [
  // The team, or the member alone.
  ...['report', 'writeToTeam', 'createNameChange', 'saveOrderDetails', 'savePreferences'],
  ...['createFeed', 'createToken', 'saveHook', 'previewTexts', 'signUp', 'giveBackCompanion'],
  ...[
    'stepUp',
    'confirmSecondFactor',
    'addPasskey',
    'renamePasskey',
    'changePassword',
    'changeEmail',
  ],
  // Zones and secrets, and the name of whom it concerns.
  ...['answerDate', 'answerSession', 'redeemInviteLink', 'blockMember', 'rejectInvite'],
]

test('the calls that others read are those with free texts in their bodies', () => {
  const kept = WRITING_CALLS.map((name) => name.split('.')[0])
  const free = calls.filter(
    ({ access, body }) => access === 'member' && body !== undefined && isFree(body as Schema),
  )
  const names = free.map(({ name }) => name)
  expect(names.filter((name) => !kept.includes(name)).sort()).toEqual([...NOT_FOR_MEMBERS].sort())
  // The body of an entry is a form, which the contract of the route does not have.
  expect(kept.filter((name) => !names.some((one) => one === name))).toEqual(['createGlossaryEntry'])
  for (const name of EVENT_CALLS) expect(calls.map((call) => call.name)).toContain(name)
})

deskTests(
  'members whom staff keep from writing or from events on %s (behaviour 12.34)',
  (server) => {
    beforeEach(() => server.empty())
    const [mara, finn] = playersOf(server, 'Mara', 'Finn')
    const [root] = staffOf(server, ['Root', 'superuser'] as const)
    const { call } = groupCallsOf(server)
    const end = (days = 10) => new Date(server.deps.clock() + days * DAY).toISOString()
    const restrict = (kind: RestrictionKind, over: object = {}) =>
      root.post(`/members/${mara.id}/restrict`, { kind, reason: 'Twice.', until: end(), ...over })

    test('keep from every call that others read, with the day and the address of the team', async () => {
      expect((await restrict('writing')).json().restrictions).toMatchObject([{ kind: 'writing' }])
      for (const name of WRITING_CALLS.map((one) => one.split('.')[0])) {
        const found = calls.find((one) => one.name === name)
        const url = `/api${found?.path.replace(/:\w+/, '1')}`
        const headers = { ...mara.auth, 'accept-language': 'en' }
        const refused = await server.app.inject({ method: found?.method ?? 'GET', url, headers })
        // What has a body is checked after it.
        if (refused.statusCode === 403) expect(codeOf(refused)).toBe('kept_from_writing')
      }
      const refused = await call(mara, 'POST', '/create/', { name: 'Ravens' })
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'kept_from_writing'])
      expect(refused.json().detail).toMatch(/11 Jun.* write to \S+@/)
      expect((await call(finn, 'POST', '/create/', { name: 'Ravens' })).statusCode).toBe(201)
      server.passTime(10 * DAY)
      const later = await server.renew(mara)
      expect((await call(later, 'POST', '/create/', { name: 'Crows' })).statusCode).toBe(201)
    })

    test('leave reading and answering without a comment', async () => {
      const { comment } = await addReportables(server, finn, mara)
      await restrict('writing')
      const { id: option } = await server.row('date_options', {})
      const answer = (over: object) =>
        call(mara, 'PUT', `/polls/${comment.id}`, {
          ...{
            time_zone: 'Europe/Vienna',
            answers: [{ option_id: option, answer: 'yes' }],
            ...over,
          },
        })
      expect(await statusOf(answer({ comment: 'But why' }))).toBe('403 kept_from_writing')
      expect(await statusOf(answer({ comment: '' }))).toBe('200')
      expect(await statusOf(answer({}))).toBe('200')
    })

    test('leave deleting the texts of a recap and of the page of a group', async () => {
      const { recap, group } = await addReportables(server, mara, finn)
      await restrict('writing')
      const write = (text: string) =>
        call(mara, 'PUT', `/past/${recap.id}/recap/`, { text, version: 1 })
      expect(await statusOf(write('Goats again.'))).toBe('403 kept_from_writing')
      expect((await write(' ')).json().recap.text).toBe('')
      const none = { purpose: '', note: '', talk_url: null, version: 1 }
      const save = (over: object) => call(mara, 'PUT', `/page/${group.id}`, { ...none, ...over })
      for (const over of [{ purpose: 'Goats.' }, { note: 'A' }, { talk_url: 'https://a.example' }])
        expect(await statusOf(save(over))).toBe('403 kept_from_writing')
      expect((await save({})).json()).toMatchObject({ purpose: '', note: '', talk_url: null })
    })

    test('keep from events and tables, and guest seats with the address of the account are not held', async () => {
      await restrict('events')
      const [refused] = await Promise.all([
        server.send('POST', '/api/contents/registration/1', mara.auth, {
          ...{ answers: [], questions: [], may_wait: false, companions: [] },
        }),
      ])
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'kept_from_events'])
      expect((await call(mara, 'POST', '/create/', { name: 'Ravens' })).statusCode).toBe(201)
      const confirmed = server.send('POST', '/api/contents/registration/1/confirm/', mara.auth)
      expect(await statusOf(confirmed)).toBe('403 kept_from_events')
    })

    test('are set and lifted with a reason, which is mailed', async () => {
      expect(await statusOf(restrict('events', { until: end(400) }))).toBe('400 bad_end until')
      expect(await statusOf(restrict('events', { until: end(-1) }))).toBe('400 bad_end until')
      await restrict('events')
      const lift = () =>
        root.post(`/members/${mara.id}/lift`, { kind: 'events', reason: 'All good.' })
      expect((await lift()).json().restrictions).toEqual([])
      expect(await statusOf(lift())).toBe('409 state')
      const mails = await deliveredMail(server)
      expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
        'mara@example.org: You can’t sign up for events of Discordia until Thu 11 Jun',
        'mara@example.org: You can sign up for events of Discordia again',
      ])
      expect(mails.map(({ text }) => text).join()).toMatch(/Twice\.[\s\S]*All good\./)
      const own = root.post(`/members/${root.user.id}/restrict`, {
        kind: 'events',
        reason: 'x',
        until: end(),
      })
      expect(await statusOf(own)).toBe('409 own_account')
    })

    test('are forgotten thirty days after their end', async () => {
      await restrict('events')
      const { db, clock } = server.deps
      server.passTime(40 * DAY - 1)
      expect((await expireRows({ db, now: clock() }))['restrictions']).toBe(0)
      server.passTime(2)
      expect((await expireRows({ db, now: clock() }))['restrictions']).toBe(1)
    })
  },
)
