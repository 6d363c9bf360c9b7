import type { KitPicture, SiteKit, SiteState, SiteText } from '#contract/siteKit.ts'
import {
  differenceName,
  kitChanges,
  pathTo,
  placeName,
  summaryOf,
  tabOf,
} from '#desk/parts/kitNames.ts'
import { placeOfText } from '#desk/parts/kitPlaces.ts'
import { differencesOf, kitOf, valuesOf, withValue } from '#desk/parts/kitValues.ts'
import { makeDraft } from '#desk/site-kit/draft.ts'
import { isOf } from '#desk/site-kit/kitContext.ts'
import { foundTexts, goneTexts, overrideOf, textsIn } from '#desk/site-kit/textSearch.ts'

const TITLE = 'en/translation/landing_page.title'
const SUBJECT = 'en/mail/activation.subject'
const picture: KitPicture = {
  original: `${'a'.repeat(32)}.png`,
  key: 'b'.repeat(32),
  width: 1600,
  height: 900,
  focus: { x: 0.5, y: 0.25 },
}
const kit: SiteKit = {
  name: 'Harbour Tales',
  pictures: { 'plate-1': picture },
  texts: { [TITLE]: { text: 'Ahoy', was: 'One apple' } },
  hidden: { videos: true },
  legal: { imprint: '# Us' },
  legal_in: { de: { privacy: '# Daten', imprint: '# Wir' } },
}

describe('a kit as values by their places', () => {
  test('is the same kit again', () => {
    expect([...valuesOf(kit).keys()]).toEqual([
      'name',
      'pictures.plate-1',
      `texts.${TITLE}`,
      'legal.imprint',
      'hidden.videos',
      'legal_in.de.privacy',
      'legal_in.de.imprint',
    ])
    expect(kitOf(valuesOf(kit))).toEqual(kit)
  })

  test('leaves out what is the default again, with the part around it', () => {
    expect(withValue(kit, 'legal.imprint', undefined)).not.toHaveProperty('legal')
    expect(withValue(kit, 'name', undefined)).not.toHaveProperty('name')
  })

  test('one chosen colour brings the defaults of the others, and goes with them', () => {
    const chosen = withValue({}, 'colours.dark.text', '#ffffff')
    expect(chosen.colours?.dark).toMatchObject({ text: '#ffffff', page: '#1d1a1f' })
    expect(Object.keys(chosen.colours?.light ?? {})).toHaveLength(5)
    expect(withValue(chosen, 'colours.dark.text', undefined)).toEqual({})
    expect(withValue(chosen, 'colours.dark.text', '#ece4d6')).toEqual({})
  })
})

describe('differences of two kits in words', () => {
  test('have names that people know, and values that they can compare', () => {
    const after: SiteKit = {
      ...kit,
      name: 'Harbour',
      pictures: { 'plate-1': { ...picture, focus: { x: 0.1, y: 0.25 } } },
      texts: { [TITLE]: { text: '', was: 'One apple' } },
      colours: withValue({}, 'colours.light.page', '#ffffff').colours,
    }
    expect(kitChanges(kit, after)).toEqual([
      { field: 'Name', before: 'Harbour Tales', after: 'Harbour' },
      {
        field: 'Picture: First plate',
        before: 'Picture bbbbbb, 1600 × 900 pixels, focal point 50 % / 25 %',
        after: 'Picture bbbbbb, 1600 × 900 pixels, focal point 10 % / 25 %',
      },
      { field: '“One apple”', before: 'Ahoy', after: 'empty' },
      { field: 'Page (light)', before: 'Default', after: '#ffffff' },
    ])
    expect(kitChanges({}, { hidden: { videos: true } })).toEqual([
      { field: 'Videos in the rules', before: 'Default', after: 'hidden' },
    ])
    expect(kitChanges(null, { mark: { kind: 'svg', key: `${'c'.repeat(32)}.svg` } })).toEqual([
      { field: 'Mark', before: 'Default', after: 'SVG cccccc' },
    ])
  })

  test('a book is its pages, with their texts', () => {
    const book: SiteKit['book'] = {
      pages: [{ key: 'd.webp', width: 1, height: 2, title: 'Start', text: 'Two dice.' }],
      pdf: 'eeeeeee.pdf',
    }
    const [change] = kitChanges({}, { book })
    expect(change?.after).toBe('1 page, PDF eeeeee\n\nPage 1\nd.webp\nStart\nTwo dice.')
  })

  test('a summary names four of them', () => {
    expect(summaryOf([])).toBe('Nothing changed.')
    expect(summaryOf(differencesOf({}, { name: 'A' }))).toBe('Changed: Name')
    const many = { ...kit, claim: 'B', short_name: 'C' }
    expect(summaryOf(differencesOf({}, many))).toBe(
      'Changed: Name, Claim, Short name, Picture: First plate and 5 more',
    )
  })

  test('long defaults are shortened, and a text without one is known by its id', () => {
    const was = 'word '.repeat(40)
    const text = { place: `texts.${SUBJECT}`, before: undefined, after: { text: 'x', was } }
    expect(differenceName(text)).toMatch(/^“word .{40,60}…”$/)
    expect(placeName(`texts.${SUBJECT}`)).toBe(`“${SUBJECT}”`)
    expect(placeName('texts.en/translation/landing_page.kicker', '{{claim}}')).toBe('Kicker')
  })

  test('legal texts have their language beside them, where they name one', () => {
    expect([placeName('legal.privacy'), placeName('legal_in.de.privacy')]).toEqual([
      'Privacy policy',
      'Privacy policy (Deutsch)',
    ])
  })
})

test.each([
  ['claim', 'home'],
  [`texts.${TITLE}`, 'home'],
  ['pictures.plate-2', 'home'],
  ['name', 'frame'],
  ['mark', 'frame'],
  ['texts.en/translation/footer.funding', 'frame'],
  ['colours.dark.page', 'colours'],
  ['pictures.hero-news', 'pages'],
  ['hidden.videos', 'pages'],
  ['book.pages.3.text', 'book'],
  ['texts.en/translation/initiative.what_1', 'book'],
  ['legal.privacy', 'legal'],
  ['legal_in.de.privacy', 'legal'],
  ['texts.de/translation/footer.funding', 'frame'],
  [`texts.${SUBJECT}`, 'texts'],
])('the field of %s is in the tab %s', (place, tab) => expect(tabOf(place)).toBe(tab))

test('a link leads to the field of a problem; in the list of texts, the search finds it', () => {
  expect(pathTo('colours.light.page')).toEqual({
    search: '?tab=colours',
    hash: '#kit-colours.light.page',
  })
  const { search } = pathTo(`texts.${SUBJECT}`)
  expect(new URLSearchParams(search).get('q')).toBe(SUBJECT)
})

test('a problem within a value belongs to the field of the value', () => {
  const at = (place: string) => ({ place, problem: 'Wrong.' })
  expect(isOf('pictures.plate-1', at('pictures.plate-1.focus'))).toBe(true)
  expect(isOf('pictures.plate-1', at('pictures.plate-2'))).toBe(false)
  expect(isOf('texts.en/mail/a', at('texts.en/mail/a.b'))).toBe(false)
  expect(isOf('book', at('book.pages.0.text'))).toBe(false)
})

describe('the search of texts', () => {
  const text = (id: string, words: string): SiteText => ({
    id,
    text: words,
    file: 'translation',
    area: 'login',
    may_be_empty: false,
  })
  const texts = [text('en/a', 'Welcome to {{site}}'), text('en/b', 'Log out'), text('en/c', 'Über')]
  const overrides = {
    'en/b': { text: 'Leave', was: 'Log off' },
    'en/c': { text: 'About', was: 'Über' },
    'en/z': { text: 'X', was: 'Y' },
  }
  const values = { site: 'Harbour', claim: '' }
  const ids = (term: string, filter: 'all' | 'changed' | 'outdated' = 'all') =>
    foundTexts(texts, { term, page: undefined, filter, overrides, values }).map(({ id }) => id)

  test.each([
    ['welcome to harbour', ['en/a']],
    ['{{site}}', ['en/a']],
    ['leave', ['en/b']],
    ['log out', ['en/b']],
    ['uber', ['en/c']],
    ['en/c', ['en/c']],
    ['nowhere', []],
    ['', ['en/a', 'en/b', 'en/c']],
  ])('finds what people see, the default and the id: %s', (term, found) =>
    expect(ids(term)).toEqual(found),
  )

  test.each([
    ['translation/landing_page.title', 'Landing page > Top of the page'],
    ['translation/landing_page.introduction_2', 'Landing page > Introduction'],
    ['translation/landing_page.place_halm_text', 'Landing page > Plates'],
    ['translation/contact.lead', 'Landing page > Contact form'],
    ['translation/initiative.schools_1', 'Initiative page > Section 2'],
    ['translation/rules.videos_failed', 'Rules > Videos'],
    ['translation/rules.lead', 'Rules'],
    ['translation/settings.index', 'Settings'],
    ['translation/step_up.lead', 'Settings > Confirming it’s you'],
    ['translation/brand_new.title', 'In several places > Brand new'],
    ['mail/registration_offered.subject', 'Emails > Seat offered'],
  ])('%s is at %s', (id, name) => {
    const [file, path = ''] = id.split('/')
    const [area = ''] = path.split('.')
    const one = { ...text(`en/${id}`, ''), file: file as SiteText['file'], area }
    expect(placeOfText(one).name).toBe(name)
  })

  test('is ordered by page, and within one page on demand or by its name', () => {
    const at = (id: string, file: SiteText['file'], area: string) => ({
      ...text(id, 'Words'),
      file,
      area,
    })
    const all = textsIn('en', [
      at('en/mail/activation.subject', 'mail', 'activation'),
      at('en/translation/rules.title', 'translation', 'rules'),
      at('en/translation/landing_page.place_halm', 'translation', 'landing_page'),
      at('en/translation/landing_page.title', 'translation', 'landing_page'),
      at('de/translation/rules.title', 'translation', 'rules'),
    ])
    const names = ['landing_page.title', 'landing_page.place_halm', 'rules.title']
    const ordered = [...names.map((name) => `en/translation/${name}`), 'en/mail/activation.subject']
    expect(all.map(({ id }) => id)).toEqual(ordered)
    const query = { filter: 'all', overrides: {}, values } as const
    const rules = foundTexts(all, { ...query, term: '', page: 'rules' })
    expect(rules.map(({ id }) => id)).toEqual(['en/translation/rules.title'])
    const plates = foundTexts(all, { ...query, term: 'plates', page: undefined })
    expect(plates.map(({ id }) => id)).toEqual(['en/translation/landing_page.place_halm'])
  })

  test('shows those that are changed, and those whose default has changed since', () => {
    expect(ids('', 'changed')).toEqual(['en/b', 'en/c'])
    expect(ids('', 'outdated')).toEqual(['en/b'])
    const foreign = { 'de/z': { text: 'X', was: 'Y' } }
    expect(goneTexts(texts, { ...overrides, ...foreign }, 'en')).toEqual(['en/z'])
  })

  test('what is typed as the default is no override', () => {
    const original = text('en/b', 'Log out')
    expect(overrideOf(original, 'Log out')).toBeUndefined()
    expect(overrideOf(original, '')).toEqual({ text: '', was: 'Log out' })
  })
})

describe('the draft', () => {
  const first: SiteState = {
    id: 3,
    value: { name: 'Saved' },
    draft: null,
    states: [],
    defaults: {} as SiteState['defaults'],
    legal: {} as SiteState['legal'],
  }
  const named = (name: string) => (value: SiteKit) => ({ ...value, name })
  type Put = Parameters<typeof makeDraft>[1]['put']
  const open = (put: Put, state = first) =>
    makeDraft(state, {
      put,
      messageOf: String,
      isConflict: (error) => String(error) === 'Error: changed',
    })
  const keptAt = (updated_at: string) => ({ updated_at, problems: [] })
  const theirs = (at: string, name: string, id = 3): SiteState => ({
    ...first,
    id,
    draft: { base_id: id, value: { name }, updated_at: at, made_by: 'Vera' },
  })

  test('is sent once after several changes, and one request at a time', async () => {
    const sent: (string | undefined)[] = []
    const held: (() => void)[] = []
    const draft = open(async (value) => {
      sent.push(value?.name)
      await new Promise<void>((resolve) => held.push(resolve))
      return keptAt('5')
    })
    draft.change(named('A'))
    draft.change(named('B'))
    expect(draft.get().status).toBe('waiting')
    const done = draft.flush()
    await Promise.resolve()
    draft.change(named('C'))
    const all = draft.flush()
    held.pop()?.()
    await done
    // What was typed during the request is not sent yet.
    expect(draft.get().status).toBe('waiting')
    await Promise.resolve()
    held.pop()?.()
    await all
    expect([sent, draft.get().status, draft.get().version]).toEqual([['B', 'C'], 'saved', 2])
  })

  test('says why it is not saved, and is sent again', async () => {
    const put = jest.fn<ReturnType<Put>, Parameters<Put>>()
    put.mockRejectedValueOnce('no network').mockResolvedValue(keptAt('5'))
    const draft = open(put)
    draft.change(named('A'))
    await draft.flush()
    expect(draft.get()).toMatchObject({ status: 'failed', failure: 'no network' })
    await draft.flush()
    expect(draft.get()).toMatchObject({ status: 'saved', failure: '', value: { name: 'A' } })
    expect(put).toHaveBeenLastCalledWith({ name: 'A' }, { id: 3, at: null })
  })

  test('from before is sent for its problems, and given up with what it is based on', async () => {
    const problems = [{ place: 'name', problem: 'Wrong.' }]
    const put = jest.fn(async () => ({ updated_at: '6', problems }))
    const draft = open(put, theirs('5', 'Mine'))
    await draft.flush()
    expect(draft.get()).toMatchObject({
      problems,
      base: { id: 3, at: '6' },
      value: { name: 'Mine' },
    })
    await draft.drop(first)
    expect(put).toHaveBeenLastCalledWith(null, { id: 3, at: '6' })
    expect(draft.get()).toMatchObject({ status: 'clean', problems: [], value: { name: 'Saved' } })
    // A response that was on its way.
    draft.follow(theirs('5', 'Mine'))
    await draft.flush()
    expect([draft.get().value, put.mock.calls.length]).toEqual([{ name: 'Saved' }, 2])
  })

  test('follows what others change, unless it has changes that the server does not have', async () => {
    const put = jest.fn(async () => keptAt('7'))
    const draft = open(put)
    draft.follow(theirs('5', 'Theirs'))
    expect(draft.get()).toMatchObject({ status: 'saved', value: { name: 'Theirs' } })
    draft.change(named('Mine'))
    draft.follow(theirs('6', 'Theirs again'))
    expect(draft.get()).toMatchObject({ status: 'conflict', value: { name: 'Mine' } })
    draft.change(named('Still mine'))
    await draft.flush()
    expect(put).not.toHaveBeenCalled()
    draft.keepMine(theirs('6', 'Theirs again'))
    await draft.flush()
    expect(put).toHaveBeenCalledWith({ name: 'Still mine' }, { id: 3, at: '6' })
  })

  test('that is refused stays here until one of both is chosen', async () => {
    const draft = open(() => Promise.reject(new Error('changed')))
    draft.change(named('Mine'))
    await draft.flush()
    expect(draft.get()).toMatchObject({ status: 'conflict', value: { name: 'Mine' } })
    await draft.takeTheirs(theirs('6', 'Theirs'))
    expect(draft.get()).toMatchObject({ status: 'saved', value: { name: 'Theirs' } })
  })

  test('that began before the kit in use is given up for it', async () => {
    const put = jest.fn(async () => ({ updated_at: null, problems: [] }))
    const before = { ...theirs('5', 'Before'), id: 4 }
    const draft = open(put, before)
    expect(draft.get()).toMatchObject({ status: 'conflict', value: { name: 'Before' } })
    await draft.takeTheirs(before)
    expect(put).toHaveBeenCalledWith(null, { id: 4, at: '5' })
    expect(draft.get()).toMatchObject({ status: 'clean', value: { name: 'Saved' } })
  })
})
