import { DEFAULT_COLOURS } from '#contract/colours.ts'
import type { SiteKit, SiteState, SiteText } from '#contract/siteKit.ts'
import { mailWriters } from '#server/compose/collect.ts'
import { addEvent, addNews } from '#test/helpers/fixtures/contents.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'

const NAME = 'Würfel & “Würze” 🎲'

deskTests('the kit of the site on %s', {}, (server) => {
  let corvin: DeskCaller
  beforeEach(async () => {
    await server.empty()
    corvin = await server.staff('Corvin', 'superuser')
  })

  const state = async (who = corvin): Promise<SiteState> => (await who.get('/site')).json()
  const based = async () => {
    const { id, draft } = await state()
    return { base_id: id, draft_at: draft?.updated_at ?? null }
  }
  const save = async (value: SiteKit, on?: Awaited<ReturnType<typeof based>>, who = corvin) =>
    who.post('/site', { ...(on ?? (await based())), value })
  const keep = async (
    value: SiteKit | null,
    on?: Awaited<ReturnType<typeof based>>,
    who = corvin,
  ) => who.ask('PUT', '/site/draft', { ...(on ?? (await based())), value })
  const site = (url: string) => server.app.inject({ method: 'GET', url })
  const text = (id: string, words: string, was = '') => ({ [`en/${id}`]: { text: words, was } })

  test('is empty at first, and belongs to superusers', async () => {
    expect(await state()).toMatchObject({
      id: 0,
      value: {},
      draft: null,
      states: [],
      legal: { url: null, imprint: { is_fixed: false, text: expect.stringContaining('#') } },
    })
    expect(server.deps.kit.current()).toMatchObject({ stamp: null, name: 'Discordia' })
    const ada = await server.staff('Ada')
    expect((await ada.get('/site')).statusCode).toBe(403)
    expect((await save({ name: 'Ours' }, await based(), ada)).statusCode).toBe(403)
  })

  test('renames feeds, calendars, plain pages, mails and heads at once', async () => {
    await addNews(server, { title: 'An article' })
    await addEvent(server, { title: 'A night' })
    const urls = [
      '/api/contents/news.atom',
      '/api/contents/events.atom',
      '/api/contents/events.ics',
      '/legal.html',
      '/api/notifications/unsubscribe/none',
      '/api/account/not-me/none',
      '/api/openapi.json',
      '/api/docs/json',
      '/api/docs/yaml',
    ]
    for (const url of urls)
      expect([url, (await site(url)).body]).toEqual([url, expect.stringMatching(/Discordia/)])

    expect((await save({ name: NAME })).statusCode).toBe(200)
    for (const url of urls) {
      const { body } = await site(url)
      expect([url, body.includes('Discordia'), /Würfel/.test(body)]).toEqual([url, false, true])
    }
  })

  test('names the sender, the mail, its subject and the API, in the colours of the community', async () => {
    const { light, dark } = DEFAULT_COLOURS
    await save({
      name: NAME,
      colours: { light: { ...light, header: '#001a33' }, dark: { ...dark, header: '#001a33' } },
      texts: text('mail/password_reset.subject', 'New password for {{site}}'),
    })
    const { deps } = server
    await server.addUser('Mara')
    const reset = { recipient: 'mara@example.org', data: {} }
    const mail = await mailWriters['password-reset']?.(reset, deps)
    expect(mail).toMatchObject({
      sender: NAME,
      subject: `New password for ${NAME}`,
      to: expect.any(String),
    })
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Discordia|#15131f/)
    expect(mail?.html).toContain('#001a33')
    expect((await site('/api/openapi.json')).json().info.title).toBe(`${NAME} API`)
  })

  test('a text takes other words, with all its values and on one line', async () => {
    const texts: SiteText[] = (await corvin.get('/site/texts')).json()
    expect(texts.find(({ id }) => id === 'en/translation/login.title')).toMatchObject({
      text: 'Login',
      file: 'translation',
      area: 'login',
    })
    const refused = async (texts: SiteKit['texts']) => (await save({ texts })).json().errors?.[0]
    expect(await refused(text('translation/dashboard.greeting', 'Hello'))).toMatchObject({
      code: 'kit',
      detail: 'Keep {{username}}: we fill it in when we show the text.',
      attr: 'texts.en/translation/dashboard.greeting',
    })
    for (const words of ['{{name}} in', '{{site', '$t(login.title)', 'a\nb', 'a\u202eb', ' '])
      expect([words, await refused(text('translation/login.title', words))]).toEqual([
        words,
        expect.objectContaining({ code: 'kit' }),
      ])
    for (const fixed of ['translation/navbar.brand', 'translation/glossary.alphabetical'])
      expect(await refused(text(fixed, 'X'))).toMatchObject({
        detail: 'This text can’t be changed.',
      })
    expect(
      (await save({ texts: text('translation/login.title', 'x'.repeat(2001)) })).statusCode,
    ).toBe(400)
    // A text of an older version stays with its owner.
    expect((await save({ texts: text('translation/no.longer', 'X') })).statusCode).toBe(200)
  })

  test('a section without texts may be hidden, a button may not', async () => {
    expect((await save({ texts: text('translation/footer.funding', '') })).statusCode).toBe(200)
    expect((await save({ texts: text('translation/login.submit', '') })).statusCode).toBe(400)
  })

  test('the second of two superusers is refused, whether the first has changed the draft or the site', async () => {
    const vera = await server.staff('Vera', 'superuser')
    const refusalOf = async (response: ReturnType<typeof save>) => {
      const { statusCode, ...answer } = await response
      return [statusCode, answer.json().errors?.[0].code]
    }
    const begun = await based()
    const kept = await keep({ name: 'Hers' }, begun, vera)
    expect(kept.json()).toEqual({ updated_at: expect.any(String), problems: [] })
    expect((await state()).draft).toMatchObject({ value: { name: 'Hers' }, made_by: 'Vera' })
    const refused = [409, 'kit_changed']
    expect(await refusalOf(keep({ name: 'His' }, begun))).toEqual(refused)
    expect(await refusalOf(keep(null, begun))).toEqual(refused)
    expect(await refusalOf(save({ name: 'His' }, begun))).toEqual(refused)
    const seen = await based()
    expect((await keep({ name: 'His' }, seen)).statusCode).toBe(200)
    expect(await refusalOf(save({ name: 'Hers' }, seen, vera))).toEqual(refused)
    expect((await save({ name: 'His' })).statusCode).toBe(200)
    expect((await state()).draft).toBeNull()
    expect(await refusalOf(keep({ name: 'Hers' }, { ...seen, draft_at: null }, vera))).toEqual(
      refused,
    )
    expect((await state()).states.map(({ value, made_by }) => [value.name, made_by])).toEqual([
      ['His', 'Corvin'],
    ])
  })

  test('a draft is kept, checked as it is typed, and given up', async () => {
    const kept = await keep({ texts: text('translation/dashboard.greeting', 'Hi') })
    expect(kept.json().problems).toHaveLength(1)
    expect(server.deps.kit.current().stamp).toBeNull()
    expect((await keep(null)).json()).toEqual({ updated_at: null, problems: [] })
    expect((await state()).draft).toBeNull()
  })

  test('the last twenty values can be restored', async () => {
    for (let n = 0; n < 22; n += 1) await save({ name: `Name ${n}` })
    const { states } = await state()
    expect([states.length, states.at(-1)?.value.name]).toEqual([20, 'Name 2'])
    expect(await server.deps.db.selectFrom('site_kits').select('id').execute()).toHaveLength(20)
  })

  test('only the holder of a signed link sees a draft, for an evening', async () => {
    await keep({ name: 'Not yet' })
    const { token } = (await corvin.post('/site/preview-link')).json()
    const nameOf = async (stamp: string) => (await server.deps.kit.draft(stamp))?.name
    expect(await nameOf(token)).toBe('Not yet')
    expect(await nameOf(token.slice(0, -1))).toBeUndefined()
    expect(await nameOf('17')).toBeUndefined()
    expect((await site(`/legal.html?kit=${token}`)).body).toContain('Not yet')
    expect((await site('/legal.html')).body).not.toContain('Not yet')
    server.passTime(12 * 3_600_000)
    expect(await nameOf(token)).toBeUndefined()
  })
})
