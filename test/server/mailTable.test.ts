import Type from 'typebox'
import { NOT_NEEDED } from '#server/mail/outbox.ts'
import { addressMail, enqueueMail, type MemberMail, mail, mailTable } from '#server/mail/table.ts'
import type { Mail } from '#server/mail/transport.ts'
import { makeMailWorker } from '#server/mail/worker.ts'
import { changing, reading } from '#server/work/work.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

const SITE = 'https://discordia.example'
const FILE = { filename: 'a.ics', contentType: 'text/calendar', content: 'BEGIN' }
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const env = { PUBLIC_URL: SITE, LANGUAGES: 'en,de' }

let due: boolean
const table = mailTable('event_mails', {
  note: mail({
    data: { title: Type.String() },
    find: async (_w, data, { username }) => (due ? { ...data, username } : null),
    text: 'group_closed',
    values: ({ title }) => ({ name: title, reason: '' }),
    page: () => '/page',
    files: ({ username }) => [{ ...FILE, content: username }],
  }),
  needed: mail({ data: {}, isNeeded: true, text: 'name_changed' }),
  letter: addressMail({
    data: { language: Type.Optional(Type.String()) },
    find: async (_w, _data, address) => (due ? { address } : null),
    text: 'contact',
    values: ({ address }) => ({ email: address }),
    to: ({ address }) => address.toLowerCase(),
    link: () => 'https://elsewhere.example/secret',
    replyTo: ({ address }) => address,
    unsubscribe: () => `${SITE}/stop`,
    headers: { 'Auto-Submitted': 'no' },
  }),
})
const news = mailTable('content', { news: mail({ data: {}, text: 'content_news' }) })

serverTests('a row of a mail table, on %s', { engines: bothEngines, env }, (server) => {
  let ann: TestUser
  let bob: TestUser
  beforeEach(async () => {
    await server.empty()
    due = true
    ann = await server.addUser('Ann')
    bob = await server.addUser('Bob')
  })

  const set = (columns: object) =>
    server.deps.db.updateTable('users').set(columns).where('id', '=', ann.id).execute()
  const prefer = (columns: object) =>
    server.deps.db
      .insertInto('preferences')
      .values({ user_id: ann.id, ...columns })
      .execute()
  const send = (post: MemberMail, ...to: readonly TestUser[]) =>
    changing(server.deps, async (w) =>
      w.mail(
        to.map(({ id }) => id),
        post,
      ),
    )
  const waiting = () =>
    server.deps.db
      .selectFrom('outbox')
      .select(['recipient', 'once_key', 'data'])
      .orderBy('id')
      .execute()
  async function delivered() {
    const sent: Mail[] = []
    const transport = { send: async (one: Mail) => void sent.push(one), close: () => undefined }
    const writers = { ...table.writers, ...news.writers }
    await makeMailWorker({ deps: server.deps, log: quiet, writers, transport }).deliverDue()
    return sent
  }
  const note = table.of('note', { title: 'Ravens' })

  test('goes to each member once, with data and key of its own', async () => {
    await send(table.of('note', { title: 'Ravens' }, { onceKey: 'key' }), bob, ann, ann)
    expect(await waiting()).toEqual(
      [ann, bob].map(({ id }, n) => ({
        recipient: ['ann@example.org', 'bob@example.org'][n],
        once_key: `key:${id}`,
        data: JSON.stringify({ user: id, title: 'Ravens' }),
      })),
    )
  })

  test('has the present address and name of its reader, the link that stops it, page and files', async () => {
    await send(note, ann)
    await set({ email: 'new@example.org', email_key: 'new@example.org', username: 'Anna' })
    const [mail, ...more] = await delivered()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'new@example.org', link: `${SITE}/page` })
    expect(mail?.text).toContain('Hello Anna,')
    expect(mail?.attachments).toEqual([{ ...FILE, content: 'Anna' }])
    const stop = /<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(stop).toContain(`${SITE}/api/notifications/unsubscribe-seats/`)
    const pressed = { method: 'POST', url: new URL(stop).pathname } as const
    expect((await server.app.inject(pressed)).statusCode).toBe(200)
    await send(note, ann)
    expect(await delivered()).toEqual([])
  })

  test('has the language of its reader', async () => {
    await set({ language: 'de' })
    await send(note, ann, bob)
    const texts = (await delivered()).map(({ text }) => text.split('\n')[0])
    expect(texts.toSorted()).toEqual(['Hallo Ann,', 'Hello Bob,'])
  })

  const lose = async () => {
    due = false
  }
  const ends: readonly (readonly [string, () => Promise<unknown> | undefined])[] = [
    ['the member has stopped it', () => prefer({ event_mails_off_at: 1 })],
    ['the account is deactivated', () => set({ deactivated_at: 1 })],
    ['the account is not active yet', () => set({ activated_at: null })],
    ['nothing is found that it is about', lose],
  ]
  test.each(ends)('is not sent when, in the meantime, %s', async (_title, end) => {
    await send(note, ann)
    expect(await waiting()).toHaveLength(1)
    await end()
    expect(await delivered()).toEqual([])
    const rows = await server.deps.db.selectFrom('outbox').select('last_error').execute()
    expect(rows).toEqual([{ last_error: NOT_NEEDED }])
  })
  test.each(ends.slice(0, 3))('is not enqueued when %s', async (_title, end) => {
    await end()
    await send(note, ann)
    expect(await waiting()).toEqual([])
  })

  test('that members need goes to one who has stopped the others, without a link', async () => {
    await prefer({ event_mails_off_at: 1 })
    await send(table.of('needed', {}), ann)
    const [mail] = await delivered()
    expect(mail).toMatchObject({ to: 'ann@example.org', headers: {} })
  })

  test('about articles goes to members alone who have switched them on', async () => {
    await prefer({ notify_since: 1 })
    await send(news.of('news', {}), ann, bob)
    const mails = await delivered()
    expect(mails.map(({ to }) => to)).toEqual(['ann@example.org'])
    expect(mails[0]?.headers?.['List-Unsubscribe']).toContain('/api/notifications/unsubscribe/')
  })

  test('to an address goes to whom it finds, in the language of its data, with its own link and headers', async () => {
    const letter = table.of('letter', { language: 'de' })
    await changing(server.deps, async (w) => w.mail('Guest@example.net', letter))
    const [mail] = await delivered()
    expect(mail).toMatchObject({
      to: 'guest@example.net',
      link: 'https://elsewhere.example/secret',
      headers: {
        'Auto-Submitted': 'no',
        'Reply-To': 'Guest@example.net',
        'List-Unsubscribe': `<${SITE}/stop>`,
      },
    })
    expect(mail?.html).toContain('<html lang="de">')
    await enqueueMail(reading(server.deps), { to: 'guest@example.net', mail: letter })
    due = false
    expect(await delivered()).toEqual([])
  })
})
