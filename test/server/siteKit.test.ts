import { clampChroma, differenceEuclidean, formatHex } from 'culori'
import fc from 'fast-check'
import { browserslistToTargets, transform } from 'lightningcss'
import {
  COLOUR_NAMES,
  DEFAULT_COLOURS,
  type Palette,
  type SiteColours,
  type Theme,
} from '#contract/colours.ts'
import type { SiteKit, SiteState, SiteText } from '#contract/siteKit.ts'
import { mailWriters } from '#server/compose/collect.ts'
import {
  COLOUR_PAIRS,
  contrastFaults,
  contrastOf,
  paletteCss,
  paletteOf,
} from '#server/modules/site-kit/palette.ts'
import { addEvent, addNews } from '#test/helpers/fixtures/contents.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import manifest from '../../package.json' with { type: 'json' }
import { paletteRule } from '../../tailwind.config.ts'

const NAME = 'Würfel & “Würze” 🎲'

deskTests('the kit of the site on %s', {}, (server) => {
  beforeEach(() => server.empty())
  const [corvin] = staffOf(server, ['Corvin', 'superuser'])

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

const TITLE = 'translation/login.title'

deskTests(
  'the kit of a site in German and English on %s',
  { env: { LANGUAGES: 'de,en' } },
  (server) => {
    beforeEach(() => server.empty())
    const [corvin] = staffOf(server, ['Corvin', 'superuser'])
    const save = (value: SiteKit) => corvin.post('/site', { base_id: 0, draft_at: null, value })
    const kit = () => server.deps.kit.current()

    test('lists its texts in both, those of the main language first, beside the defaults of this one', async () => {
      const texts: SiteText[] = (await corvin.get('/site/texts')).json()
      const titles = texts.filter(({ id }) => id.endsWith(`/${TITLE}`))
      expect(titles.map(({ id, text }) => [id, text])).toEqual([
        [`de/${TITLE}`, 'Anmelden'],
        [`en/${TITLE}`, 'Login'],
      ])
      const funding = texts.filter(({ id }) => id.endsWith('/footer.funding'))
      expect(funding.map(({ may_be_empty }) => may_be_empty)).toEqual([true, true])
      const { defaults }: SiteState = (await corvin.get('/site')).json()
      expect(defaults.claim).toBe('Eine Welt fürs Rollenspiel am Tisch')
    })

    test('takes other words in one language, and leaves the other as it is', async () => {
      const texts = { [`de/${TITLE}`]: { text: 'Herein bei {{site}}', was: 'Anmelden' } }
      const legal_in = { en: { imprint: '# Us' } }
      expect((await save({ texts, legal_in })).statusCode).toBe(200)
      expect(
        ['de', 'en'].map((language) => kit().in(language).texts.translation.login.title),
      ).toEqual(['Herein bei Discordia', 'Login'])
      expect(kit().value.legal_in).toEqual(legal_in)
    })

    test('shows a draft in each of them', async () => {
      const value = { texts: { [`en/${TITLE}`]: { text: 'Come in', was: 'Login' } } }
      await corvin.ask('PUT', '/site/draft', { base_id: 0, draft_at: null, value })
      const { token } = (await corvin.post('/site/preview-link')).json()
      const draft = await server.deps.kit.draft(token)
      expect(
        ['de', 'en'].map((language) => draft?.in(language).texts.translation.login.title),
      ).toEqual(['Anmelden', 'Come in'])
    })

    test.each([
      ['translation/dashboard.greeting', 'Hallo', '{{username}}'],
      ['translation/navbar.brand', 'X', 'Dieser Text lässt sich nicht ändern.'],
    ])('checks %s in each of them', async (name, text, detail) => {
      for (const language of ['de', 'en']) {
        const refused = await save({ texts: { [`${language}/${name}`]: { text, was: '' } } })
        expect(refused.json().errors).toEqual([
          expect.objectContaining({
            attr: `texts.${language}/${name}`,
            detail: expect.stringContaining(detail),
          }),
        ])
      }
    })
  },
)

type Colours = Record<Theme, SiteColours>

const THEMES = ['light', 'dark'] as const

/** Colours of any hue, as light or dark as such a colour usually is. */
const tone = (least: number, most: number, strongest: number) =>
  fc
    .tuple(
      fc.integer({ min: least, max: most }),
      fc.double({ min: 0, max: strongest, noNaN: true }),
      fc.integer({ min: 0, max: 359 }),
    )
    .map(([l, c, h]) => formatHex(clampChroma({ mode: 'oklch', l: l / 100, c, h }, 'oklch')))

const allColours = fc.record({
  light: fc.record({
    header: tone(10, 32, 0.09),
    page: tone(88, 100, 0.05),
    text: tone(5, 30, 0.06),
    accent: tone(60, 88, 0.18),
    warning: tone(25, 50, 0.18),
  }),
  dark: fc.record({
    header: tone(5, 28, 0.07),
    page: tone(10, 26, 0.04),
    text: tone(85, 100, 0.04),
    accent: tone(70, 88, 0.15),
    warning: tone(72, 90, 0.15),
  }),
})

const unreadable = (palette: Palette) =>
  THEMES.flatMap((theme) => {
    const tones = { ...palette[theme], drawing: theme === 'light' ? '#000000' : '#ffffff' }
    return COLOUR_PAIRS.filter((pair) => (contrastOf(pair, tones) ?? 0) < pair.least).map(
      (pair) => [theme, pair],
    )
  })

const changed = (theme: Theme, change: Partial<SiteColours>): Colours => ({
  ...DEFAULT_COLOURS,
  [theme]: { ...DEFAULT_COLOURS[theme], ...change },
})

/** The value of each property in the style sheets without a kit, by theme. */
const today = (theme: Theme): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object.values(paletteRule)[0] ?? {}).map(([name, value]) => {
      const both = value.match(/#[0-9a-f]{6}/g) ?? []
      return [name, (theme === 'light' ? both[0] : both.at(-1)) ?? '']
    }),
  )

describe('the palette of five colours', () => {
  test.each(THEMES)('is nearly that of the %s theme for its own five', (theme) => {
    expect(contrastFaults(DEFAULT_COLOURS)).toEqual([])
    const palette = paletteOf(DEFAULT_COLOURS)[theme]
    const distance = differenceEuclidean('oklab')
    const far = COLOUR_NAMES.filter(
      (name) => distance(palette[name], today(theme)[`--color-${name}`] ?? '') > 0.02,
    )
    expect(far).toEqual([])
    expect(palette).toMatchObject({
      night: DEFAULT_COLOURS[theme].header,
      parchment: DEFAULT_COLOURS[theme].page,
      ink: DEFAULT_COLOURS[theme].text,
      gold: DEFAULT_COLOURS[theme].accent,
      ember: DEFAULT_COLOURS[theme].warning,
    })
  })

  test('is written as the build writes the colours of both themes', () => {
    const { light, dark } = paletteOf(DEFAULT_COLOURS)
    const native = COLOUR_NAMES.map(
      (name) => `--color-${name}: light-dark(${light[name]}, ${dark[name]})`,
    )
    const built = transform({
      filename: 'built.css',
      code: Buffer.from(`:root, [data-theme] { ${native.join(';')} }`),
      minify: true,
      targets: browserslistToTargets(manifest.browserslist.map((each) => each.replace(' >=', ''))),
    }).code.toString()
    // Colours that are the same in both themes are written once.
    const once = built.replaceAll(
      /var\(--lightningcss-light,(#\w+)\)var\(--lightningcss-dark,\1\)/g,
      '$1',
    )
    expect(paletteCss({ light, dark })).toBe(once)
  })

  test('of a light header has dark text on it', () => {
    const { light } = paletteOf(changed('light', { header: '#e8f0ff', accent: '#1f4fa3' }))
    expect(unreadable({ ...paletteOf(DEFAULT_COLOURS), light })).toEqual([])
  })

  test('can be read wherever its colours have no fault', () => {
    const readable = fc
      .sample(allColours, { seed: 37, numRuns: 150 })
      .filter((colours) => contrastFaults(colours).length === 0)
    expect(readable.length).toBeGreaterThan(20)
    for (const colours of readable)
      expect([colours, unreadable(paletteOf(colours))]).toEqual([colours, []])
  })
})

describe('a fault of contrast', () => {
  test.each<[string, string, Partial<SiteColours>, keyof SiteColours]>([
    ['text', 'page', { text: '#9a9a9a' }, 'text'],
    ['faint_text', 'page', { text: '#6b6b6b' }, 'text'],
    ['text', 'marked_words', { accent: '#000000', header: '#ffffff', text: '#444444' }, 'text'],
    ['warning', 'page', { warning: '#e8735c' }, 'warning'],
    ['warning', 'warning_box', { warning: '#bf432a' }, 'warning'],
    ['accent', 'header', { accent: '#7a5a1f' }, 'accent'],
    ['text', 'header', { header: '#777777', accent: '#ffffff' }, 'header'],
    ['drawings', 'page', { page: '#202020', text: '#ffffff', warning: '#ffd0c8' }, 'page'],
  ])('is %s on %s with %j, at the colour %s', (front, ground, change, colour) => {
    const faults = contrastFaults(changed('light', change))
    const fault = faults.find((each) => each.front === front && each.ground === ground)
    expect(fault?.colour).toBe(colour)
  })

  test('has the contrast, and what it should be', () => {
    expect(contrastFaults(changed('dark', { warning: '#b5432c' }))).toEqual([
      {
        theme: 'dark',
        colour: 'warning',
        front: 'warning',
        ground: 'page',
        contrast: 3.1,
        least: 4.5,
      },
    ])
  })
})
