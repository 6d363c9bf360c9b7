import { nextDigest } from '#server/mail/digest.ts'
import { announceCancellations, announceDue } from '#server/modules/notifications/announcer.ts'
import { addEvent, addNews, changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { ALL_MAILS } from '#test/helpers/fixtures/preferences.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

const SITE = 'https://discordia.example'

test('the next digest is on Monday at six in the morning, UTC', () => {
  const monday = Date.UTC(2026, 11, 7, 6)
  for (const now of [monday - 7 * DAY, monday - DAY, monday - 1])
    expect(new Date(nextDigest(now))).toEqual(new Date(monday))
})

serverTests('emails once a week on %s', { env: { PUBLIC_URL: SITE } }, (server) => {
  beforeEach(() => server.empty())
  const [olwen, mira] = playersOf(server, 'Olwen', 'Mira')
  const { found, invite } = groupCallsOf(server)
  /** Articles from before a wish are not announced; tokens end meanwhile. */
  const pass = async (time: number) => {
    server.passTime(time)
    for (const one of [olwen, mira]) Object.assign(one, await server.renew(one))
  }
  const choose = (wishes: object, who = mira) =>
    server.send('PUT', '/api/users/preferences/', who.auth, wishes)
  const preferences = async () =>
    (await server.send('GET', '/api/users/preferences', mira.auth)).json()
  const weekly = async (...weekly_mails: string[]) => {
    await choose({ ...ALL_MAILS, email_notifications: true, weekly_mails })
    await pass(2 * HOUR)
  }
  const untilDigest = () => nextDigest(server.deps.clock()) - server.deps.clock()
  const subjects = async () => (await deliveredMail(server)).map(({ subject }) => subject)

  test('what was chosen comes as one email on Monday, with the links of what it has', async () => {
    await weekly('email_notifications', 'invite_mails')
    const news = await addNews(server, { title: 'Bells' })
    await announceDue(server.deps)
    await invite(olwen, (await found(olwen, 'Ravens')).id, 'Mira')
    expect(await subjects()).toEqual([])
    server.passTime(untilDigest())
    const [mail, ...more] = await deliveredMail(server)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'mira@example.org', subject: 'Your week at Discordia' })
    for (const part of [
      'News: Bells',
      `${SITE}/discordia/news/${news}`,
      'Olwen invites you to the group “Ravens”',
      `${SITE}/discordia/dashboard?tab=invites`,
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text.match(/\/api\/notifications\/unsubscribe[\w-]*(?=\/)/g)).toEqual([
      '/api/notifications/unsubscribe',
      '/api/notifications/unsubscribe-invites',
    ])
    server.passTime(7 * DAY)
    expect(await subjects()).toHaveLength(1)
  })

  test('what is no longer true by then is left out; an empty one is not sent', async () => {
    await weekly('email_notifications')
    const gone = await addNews(server, { title: 'Gone' })
    await announceDue(server.deps)
    await changeContent(server, gone, { unpublished_at: server.deps.clock() })
    server.passTime(untilDigest())
    expect(await subjects()).toEqual([])
    await addNews(server, { title: 'Stays' })
    await announceDue(server.deps)
    server.passTime(untilDigest())
    const [mail] = await deliveredMail(server)
    expect(mail?.text).toContain('Stays')
    expect(mail?.text).not.toContain('Gone')
  })

  test('what was switched off while it waited is left out', async () => {
    await weekly('email_notifications')
    await addNews(server, { title: 'Bells' })
    await announceDue(server.deps)
    await choose({ email_notifications: false })
    server.passTime(untilDigest())
    expect(await subjects()).toEqual([])
  })

  test('a cancelled event does not wait', async () => {
    await weekly('email_notifications')
    const id = await addEvent(server, { title: 'Bells', starts_at: server.deps.clock() + 30 * DAY })
    await announceDue(server.deps)
    server.passTime(untilDigest())
    expect(await subjects()).toEqual(['Your week at Discordia'])
    await changeContent(server, id, { cancelled_at: server.deps.clock() })
    await announceCancellations(server.deps)
    server.passTime(HOUR)
    expect((await subjects())[1]).toMatch(/^Cancelled: /)
  })

  test('a client that knows only the boolean keeps the choice', async () => {
    await weekly('email_notifications')
    await choose({ email_notifications: false })
    await choose({ email_notifications: true })
    expect(await preferences()).toMatchObject({
      email_notifications: true,
      weekly_mails: ['email_notifications'],
    })
    expect(
      (await choose({ email_notifications: true, weekly_mails: ['planning_mails'] })).statusCode,
    ).toBe(400)
    await weekly()
    expect((await preferences()).weekly_mails).toEqual([])
  })

  test('a hundred things are in one email, and the rest in the next', async () => {
    await weekly('email_notifications')
    for (let count = 0; count < 105; count++) await addNews(server, { title: `Bell ${count}` })
    // A run announces a hundred.
    for (let run = 0; run < 2; run++) await announceDue(server.deps)
    server.passTime(untilDigest())
    expect(await subjects()).toHaveLength(1)
    server.passTime(untilDigest())
    const [first, second] = await deliveredMail(server)
    expect(first?.text.match(/News: Bell/g)).toHaveLength(100)
    expect(second?.text.match(/News: /g)).toHaveLength(5)
  })

  test('an account that was deactivated meanwhile leaves nothing that waits', async () => {
    await weekly('email_notifications')
    await addNews(server, { title: 'Bells' })
    await announceDue(server.deps)
    await server.update('users', { id: mira.id }, { deactivated_at: server.deps.clock() })
    server.passTime(untilDigest())
    expect(await subjects()).toEqual([])
    const rows = server.deps.db.selectFrom('outbox').select('kind').where('done_at', 'is', null)
    expect(await rows.execute()).toEqual([])
  })
})
