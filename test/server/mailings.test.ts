import type { ContentId, GlossaryEntryId } from '#contract/ids.ts'
import { claimDue, enqueue, type MailJob, withdraw } from '#server/mail/outbox.ts'
import { enqueueMail, type MemberMail } from '#server/mail/table.ts'
import { reviewMails } from '#server/modules/glossary/reviewRoutes.ts'
import { groupClosedMails } from '#server/modules/groups/mails.ts'
import { announceCancellations, announceDue } from '#server/modules/notifications/announcer.ts'
import { nameMails } from '#server/modules/profile/deskRoutes.ts'
import { reading } from '#server/work/work.ts'
import { addEvent, addNews, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const SITE = 'https://discordia.example'
const TEAM = 'team@example.org'
const ENV = { PUBLIC_URL: SITE, CONTACT_TO: TEAM }
const entry = { entry: 7 as GlossaryEntryId, title: 'Bell goat' }
const approved = { ...entry, reason: 'Well done.' }
const rejected = { ...entry, reason: 'Too short.' }

/** Each mail about a decision: its subject, the name in it, and the page that its button opens. */
const DECISIONS: readonly (readonly [
  title: string,
  mail: MemberMail,
  subject: string,
  words: readonly string[],
  path: string | null,
])[] = [
  [
    'a refused name',
    nameMails.of('name-change-refused', { name: 'Miranda', reason: 'It is a <title>.' }),
    'Not approved: your new name on Discordia',
    ['“Miranda”', 'It is a <title>.'],
    '/discordia/dashboard#name-change',
  ],
  [
    'an approved entry',
    reviewMails.of('entry-approved', approved),
    'Published: your entry “Bell goat”',
    ['“Bell goat”', 'A note from us: Well done.'],
    '/discordia/world?entry=7',
  ],
  [
    'an entry that was approved with edits',
    reviewMails.of('entry-approved-edited', approved),
    'Published: your entry “Bell goat”',
    ['“Bell goat”', 'We changed your entry', 'Well done.'],
    '/discordia/world?entry=7',
  ],
  [
    'an entry that was approved without a note',
    reviewMails.of('entry-approved', { ...entry, reason: '' }),
    'Published: your entry “Bell goat”',
    ['“Bell goat”'],
    '/discordia/world?entry=7',
  ],
  [
    'a rejected entry',
    reviewMails.of('entry-rejected', rejected),
    'Not accepted: your entry “Bell goat”',
    ['“Bell goat”', 'Reason: Too short.'],
    '/discordia/world?show=mine&entry=7',
  ],
  [
    'a closed group',
    groupClosedMails.of('group-closed', { name: 'Ravens', reason: 'Nobody plays.' }),
    'Group closed: Ravens',
    ['Nobody plays.'],
    '/discordia/dashboard?tab=groups',
  ],
]

serverTests('mails to several members on %s', { env: ENV }, (server) => {
  beforeEach(() => server.empty())
  const [mira, tomas] = playersOf(server, 'Mira', 'Tomas')

  const now = () => server.deps.clock()
  const subscribe = async (since: number, ...users: readonly TestUser[]) => {
    for (const { id } of users)
      await server.insert('preferences', { user_id: id, notify_since: since })
  }
  const owe = (...jobs: readonly MailJob[]) =>
    Promise.all(jobs.map((job) => enqueue({ db: server.deps.db, now: now() }, job)))
  const received = async () =>
    (await deliveredMail(server)).map(({ to, subject }) => `${to} ${subject}`)
  const outbox = () => server.deps.db.selectFrom('outbox').selectAll().orderBy('id').execute()

  test.each(DECISIONS)('%s: recipient, text and link', async (_title, ...rest) => {
    const [mail, subject, words, path] = rest
    await enqueueMail(reading(server.deps), { to: [tomas.id], mail })
    const [received, ...more] = await deliveredMail(server)
    expect(more).toEqual([])
    expect(received).toMatchObject({ to: 'tomas@example.org', subject, replyTo: TEAM })
    expect(received?.link).toBe(path === null ? undefined : `${SITE}${path}`)
    for (const word of ['Hello Tomas,', ...words]) expect(received?.text).toContain(word)
    expect(received?.text).not.toMatch(/{{|undefined|A note from us: *$/m)
    expect(received?.html).not.toContain('<title>.')
  })

  test('an event that has begun is announced until its last millisecond', async () => {
    await subscribe(1, mira)
    const event = (ends_at: number) =>
      addEvent(server, { title: `Ends ${ends_at - now()}`, starts_at: now() - HOUR, ends_at })
    await event(now() + 1)
    await event(now())
    expect(await announceDue(server.deps)).toBe(1)
    expect(await received()).toEqual(['mira@example.org Event: Ends 1'])
  })

  test('a cancellation is mailed to members who perhaps got the announcement, and waits for no mail of another event', async () => {
    await subscribe(1, mira, tomas)
    const [gone, other] = [await addEvent(server, { title: 'Gone' }), await addEvent(server)]
    await announceDue(server.deps)
    const set = (event: ContentId, user: TestUser, columns: object) =>
      server.update('outbox', { once_key: `content:${event}:${user.id}` }, columns)
    await set(gone, mira, { done_at: 1, last_error: 'outcome unknown' })
    await set(gone, tomas, { done_at: 1, last_error: 'not needed any more' })
    await set(other, tomas, { claimed_until: now() + HOUR })
    await server.update('contents', { id: gone }, { cancelled_at: now() })
    expect(await announceCancellations(server.deps)).toBe(1)
    expect((await received()).filter((line) => line.includes('Cancelled'))).toEqual([
      'mira@example.org Cancelled: Gone',
    ])
  })

  test('a member who subscribes at the millisecond of a publication gets it, one who subscribes later does not', async () => {
    await subscribe(now(), mira)
    await subscribe(now() + 1, tomas)
    await addNews(server, { title: 'Now', publish_at: now() })
    expect(await announceDue(server.deps)).toBe(1)
    expect(await received()).toEqual(['mira@example.org News: Now'])
  })

  test('a member who subscribed again after a publication does not get it', async () => {
    await subscribe(1, mira, tomas)
    await addNews(server, { title: 'Then', publish_at: now() })
    await announceDue(server.deps)
    server.passTime(HOUR)
    await server.update('preferences', { user_id: mira.id }, { notify_since: now() })
    expect(await received()).toEqual(['tomas@example.org News: Then'])
  })

  test('several items are announced in one run, the first published first', async () => {
    await subscribe(1, mira)
    await addNews(server, { title: 'Second', publish_at: now() - 1 })
    await addNews(server, { title: 'First', publish_at: now() - 2 })
    expect(await announceDue(server.deps)).toBe(2)
    expect(await received()).toEqual([
      'mira@example.org News: First',
      'mira@example.org News: Second',
    ])
  })

  test('a member’s unsubscription or preference changes no other member’s mails', async () => {
    await subscribe(1, mira, tomas)
    await addNews(server)
    await announceDue(server.deps)
    const mail = (await deliveredMail(server)).find(({ to }) => to === 'tomas@example.org')
    const path = /\/api\/notifications\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect((await server.app.inject({ method: 'POST', url: path })).statusCode).toBe(200)
    const wishes = async ({ auth }: TestUser) =>
      (await server.app.inject({ url: '/api/users/preferences', headers: auth })).json()
    expect(await wishes(tomas)).toMatchObject({ email_notifications: false, invite_mails: true })
    expect(await wishes(mira)).toMatchObject({ email_notifications: true, invite_mails: true })
  })

  describe('the outbox', () => {
    const note = (recipient: string, onceKey?: string): MailJob => ({
      kind: 'note',
      recipient,
      ...(onceKey !== undefined && { onceKey }),
    })
    const recipients = async () => (await outbox()).map(({ recipient }) => recipient)

    test('withdraws a mail by its key while it has not been sent', async () => {
      await owe(note('a', 'first'), note('b', 'second'))
      await server.update('outbox', { once_key: 'second' }, { done_at: 1 })
      for (const key of ['first', 'second']) await withdraw(server.deps, key)
      expect(await recipients()).toEqual(['b'])
    })

    test('delays a mail for as long as its cause requests', async () => {
      await owe({ ...note('a'), delayMs: HOUR })
      const due = async () => (await claimDue({ db: server.deps.db, now: now() }, 9)).length
      server.passTime(HOUR - 1)
      expect(await due()).toBe(0)
      server.passTime(1)
      expect(await due()).toBe(1)
    })
  })
})
