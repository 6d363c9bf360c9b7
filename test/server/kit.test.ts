import type { SiteKit } from '#contract/siteKit.ts'
import { composeKit, contactOf, type KitBase, makeKitSource, PRODUCT } from '#server/text/kit.ts'
import { timeRange } from '#shared/timeRange.ts'

const page = { key: 'page.webp', width: 600, height: 800, title: '', text: '' }
const book = { pages: [page, { ...page, width: 1, height: 1 }], pdf: 'book.pdf' }

test('the facts for the head of a page are those of a kit that is set', () => {
  expect(composeKit({}, null).facts).toBeNull()
  expect(composeKit({}, 'one').facts).toEqual({ stamp: 'one', name: 'Discordia' })
  const looks = { files: new Map(), mark: 'plain', styles: '' } as const
  expect(composeKit({ name: 'Graz', book }, 'two', { looks }).facts).toEqual({
    stamp: 'two',
    name: 'Graz',
    mark: 'plain',
    book: { pages: 2, width: 600, height: 800 },
  })
  const empty = composeKit({ book: { ...book, pages: [] } }, 'three')
  expect(empty.facts).toEqual({ stamp: 'three', name: 'Discordia' })
})

test('the facts name what is hidden: by the community, else by what lies below it', () => {
  const base = { texts: {}, hasBook: true, hidden: ['videos'] } as const
  const hiddenIn = (hidden: SiteKit['hidden'], below: KitBase = base) =>
    composeKit({ hidden }, 'one', { base: below }).facts?.hidden
  expect(hiddenIn({ news: true })).toEqual(['videos', 'news'])
  expect(hiddenIn({ videos: false, contact: false })).toBeUndefined()
  expect(hiddenIn({ initiative: true }, PRODUCT)).toEqual(['initiative'])
})

test('a text is that of the community, else that below it, else that of the product', () => {
  const ids = ['en/translation/login.title', 'en/translation/login.lead']
  const [title = '', lead = ''] = ids
  const base = {
    texts: { [title]: 'of the starter', [lead]: 'for {{site}}' },
    hasBook: false,
    hidden: [],
  }
  const own = { name: 'Graz', texts: { [title]: { text: 'ours', was: 'of the starter' } } }
  const { texts, facts } = composeKit(own, 'one', { base })
  expect(texts.translation.login).toMatchObject({
    title: 'ours',
    lead: 'for Graz',
    submit: 'Login',
  })
  expect(facts).toEqual({ stamp: 'one', name: 'Graz', book: null })
})

test('the team is reached at the address of the kit, else at that of the settings', async () => {
  const settings = { contactTo: 'settings@x.example' }
  let stored: SiteKit = {}
  const read = async () => composeKit(stored, 'one')
  const kit = makeKitSource(read, async () => null)
  expect(contactOf({ settings, kit })).toBe('settings@x.example')
  stored = { contact: 'kit@x.example' }
  expect(contactOf({ settings, kit })).toBe('settings@x.example')
  await kit.reload()
  expect(contactOf({ settings, kit })).toBe('kit@x.example')
})

test('a kit is of the main language, and of another one on request', () => {
  const kit = composeKit({ name: 'Graz' }, 'one', { languages: ['de', 'en'] })
  expect([kit.language, kit.in('en').language, kit.in('fr').language]).toEqual(['de', 'en', 'de'])
  expect(kit.in('en')).toBe(kit.in('de').in('en'))
  expect(kit.in('en').texts.pages).toEqual(composeKit({ name: 'Graz' }, 'one').texts.pages)
})

test('dates of mails and feeds have the words of the community, until it takes them back', async () => {
  const words = (text: string) => ({ text, was: '' })
  const texts = {
    'de/translation/dates.weekdays': words('So Mo Di Mi Do Fr Sa'),
    'en/translation/dates.day_of_year': words('{{weekday}}, {{month}} {{day}}, {{year}}'),
  }
  let stored: SiteKit = { texts }
  const read = async () => composeKit(stored, 'one', { languages: ['de', 'en'] })
  const kit = makeKitSource(read, async () => null)
  const days = () =>
    ['de', 'en'].map((language) =>
      timeRange('2026-12-09', null, 'UTC', { hasYear: true, language }),
    )
  await kit.reload()
  expect(days()).toEqual(['Mi, 9. Dez. 2026', 'Wed, Dec 9, 2026'])
  stored = {}
  await kit.reload()
  expect(days()).toEqual(['Mi., 9. Dez. 2026', 'Wed 9 Dec 2026'])
})
