import type { ContentId, GlossaryEntryId } from '#contract/ids.ts'
import { cleanUp } from '#server/compose/background.ts'
import { claimDue, enqueue, type MailJob, reviveDead, withdraw } from '#server/mail/outbox.ts'
import { enqueueMail, type MemberMail } from '#server/mail/table.ts'
import { reviewMails } from '#server/modules/glossary/reviewRoutes.ts'
import { groupClosedMails } from '#server/modules/groups/mails.ts'
import { announceCancellations, announceDue } from '#server/modules/notifications/announcer.ts'
import { nameMails } from '#server/modules/profile/deskRoutes.ts'
import { reading } from '#server/work/work.ts'
import { addEvent, addNews, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
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
    'an approved name',
    nameMails.of('name-change-approved', { name: 'Miranda', reason: '' }),
    'Approved: your new name on Discordia',
    ['“Miranda”'],
    null,
  ],
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
    'an entry that was approved with edits',
    reviewMails.of('entry-approved-edited', approved),
    'Published: your entry “Bell goat”',
    ['“Bell goat”', 'We changed your entry', 'Well done.'],
    '/discordia/world?entry=7',
  ],
  [
    'an entry that was sent back',
    reviewMails.of('entry-changes-asked', rejected),
    'Changes requested: your entry “Bell goat”',
    ['“Bell goat”', 'Too short.'],
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
  let mira: TestUser
  let tomas: TestUser
  beforeEach(async () => {
    await server.empty()
    mira = await server.addUser('Mira')
    tomas = await server.addUser('Tomas')
  })

  const now = () => server.deps.clock()
  const subscribe = async (since: number, ...users: readonly TestUser[]) => {
    for (const { id } of users)
      await server.deps.db
        .insertInto('preferences')
        .values({ user_id: id, notify_since: since })
        .execute()
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

  test('a cancelled event that is running is mailed to all who were notified of it, and no other', async () => {
    await subscribe(1, mira, tomas)
    const add = (title: string) =>
      addEvent(server, { title, starts_at: now() - HOUR, ends_at: now() + 1 })
    const cancelled = await add('Gone')
    await add('Stays')
    await announceDue(server.deps)
    await deliveredMail(server)
    await server.deps.db
      .updateTable('contents')
      .set({ cancelled_at: now() })
      .where('id', '=', cancelled)
      .execute()
    expect(await announceCancellations(server.deps)).toBe(2)
    expect((await received()).filter((line) => line.includes('Cancelled')).sort()).toEqual([
      'mira@example.org Cancelled: Gone',
      'tomas@example.org Cancelled: Gone',
    ])
    server.passTime(1)
    await server.deps.db.updateTable('contents').set({ cancelled_at: now() }).execute()
    expect(await announceCancellations(server.deps)).toBe(0)
  })

  test('a cancellation is mailed to members who perhaps got the announcement, and waits for no mail of another event', async () => {
    await subscribe(1, mira, tomas)
    const [gone, other] = [await addEvent(server, { title: 'Gone' }), await addEvent(server)]
    await announceDue(server.deps)
    const { db } = server.deps
    const set = (event: ContentId, user: TestUser, columns: object) =>
      db
        .updateTable('outbox')
        .set(columns)
        .where('once_key', '=', `content:${event}:${user.id}`)
        .execute()
    await set(gone, mira, { done_at: 1, last_error: 'outcome unknown' })
    await set(gone, tomas, { done_at: 1, last_error: 'not needed any more' })
    await set(other, tomas, { claimed_until: now() + HOUR })
    await db.updateTable('contents').set({ cancelled_at: now() }).where('id', '=', gone).execute()
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
    await server.deps.db
      .updateTable('preferences')
      .set({ notify_since: now() })
      .where('user_id', '=', mira.id)
      .execute()
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
      await server.deps.db
        .updateTable('outbox')
        .set({ done_at: 1 })
        .where('once_key', '=', 'second')
        .execute()
      for (const key of ['first', 'second']) await withdraw(server.deps, key)
      expect(await recipients()).toEqual(['b'])
    })

    test('retries one dead mail, or all of them, and nothing else', async () => {
      await owe(note('dead'), note('waiting'))
      await owe(note('dead too'))
      const { db } = server.deps
      await db
        .updateTable('outbox')
        .set({ dead_at: 5, attempts: 8, next_attempt_at: 9e15 })
        .where('recipient', 'in', ['dead', 'dead too'])
        .execute()
      // Mails that are enqueued together have their ids in any order.
      const mailTo = async (who: string) =>
        (await outbox()).find(({ recipient }) => recipient === who)
      expect(await reviveDead({ db, now: now() }, (await mailTo('dead'))?.id)).toBe(1)
      const state = async () =>
        (await outbox()).map(({ recipient, dead_at, attempts }) => [recipient, dead_at, attempts])
      expect(await state()).toEqual(
        expect.arrayContaining([
          ['dead', null, 0],
          ['dead too', 5, 8],
        ]),
      )
      expect(await reviveDead({ db, now: now() }, (await mailTo('waiting'))?.id)).toBe(0)
      expect(await reviveDead({ db, now: now() }, undefined)).toBe(1)
      expect((await outbox()).map(({ next_attempt_at }) => next_attempt_at)).not.toContain(9e15)
    })

    test('delays a mail for as long as its cause requests', async () => {
      await owe({ ...note('a'), delayMs: HOUR })
      const due = async () => (await claimDue({ db: server.deps.db, now: now() }, 9)).length
      server.passTime(HOUR - 1)
      expect(await due()).toBe(0)
      server.passTime(1)
      expect(await due()).toBe(1)
    })

    test('deletes sent mails about invites and cancellations, and those about past events', async () => {
      const content = async (starts_at: number) =>
        addEvent(server, { starts_at, ends_at: starts_at + 40 * DAY })
      const running: ContentId = await content(now() - DAY)
      const past = await addEvent(server, { starts_at: now() - DAY, ends_at: now() - HOUR })
      await owe({ ...note('m', `content:${running}:5`), kind: 'new-content' })
      await owe({ ...note('m', `content:${past}:5`), kind: 'new-content' })
      await owe({ ...note('m', `cancelled:${past}:5`), kind: 'event-cancelled' })
      await owe({ ...note('invite', 'invite:1:2:3'), kind: 'group-invite' })
      await owe({ ...note('m@example.org', 'other'), data: { user: 5 } })
      await server.deps.db.updateTable('outbox').set({ done_at: now() }).execute()
      server.passTime(31 * DAY)
      await cleanUp(server.deps, server.app.log)
      const kept = (await outbox()).map(({ once_key, recipient, data }) => [
        once_key,
        recipient,
        data,
      ])
      expect(kept.sort()).toEqual([
        [`content:${running}:5`, '', '{}'],
        ['other', '', '{}'],
      ])
    })
  })
})
