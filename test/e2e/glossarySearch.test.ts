import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { choose, chosenIn } from '#test/helpers/browser/dropdown.ts'
import { textsBecoming } from '#test/helpers/browser/texts.ts'

type Named = { id: number; name: string }

const LIST = 'GET /glossary/entries/?'

describe('Glossary page, its search and its address (behaviour 2, 7, 9)', () => {
  const built = builtSite({ ownContext: true })

  const ask = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${built.site.url}/api/glossary${path}`)).json()
  const cards = () =>
    built.page.getByRole('region', { name: 'Glossary entries' }).getByRole('article')
  const shown = (expected: string[]) => textsBecoming(built.page, 'article h3', expected)
  const box = () => built.page.getByRole('searchbox', { name: 'Search the glossary' })
  const users = () => built.page.getByRole('checkbox', { name: 'User-made Entries only' })
  const open = async (query = '') => {
    await built.page.goto(`/discordia/world${query}`)
    await cards().first().waitFor()
    await built.settled()
  }

  describe('Search', () => {
    test('search and filter requests are debounced by 500 ms: one request, after the last change', async () => {
      await built.page.clock.install()
      await open()
      const calls = watchCalls(built.page)
      await built.page.clock.pauseAt(Date.now() + 60_000)
      await box().pressSequentially('ee')
      await built.page.clock.runFor(499)
      await box().press('l')
      await built.page.clock.runFor(499)
      await choose(built.page, 'Sort by', 'Oldest First')
      await built.page.clock.runFor(499)
      await users().click()
      await built.page.clock.runFor(499)
      await built.page.evaluate(() => document.title)
      expect(callsTo(calls, LIST)).toEqual([])
      const asked = built.page.waitForRequest('**/api/glossary/entries/?*')
      await built.page.clock.runFor(1)
      const query = new URL((await asked).url()).searchParams
      expect([query.get('search'), query.get('sort'), query.get('showUserEntries')]).toEqual([
        'eel',
        'Oldest First',
        'true',
      ])
      await built.page.clock.resume()
      const titles = (
        await ask<{ title: string }[]>(
          '/entries/?search=eel&sort=Oldest%20First&showUserEntries=true',
        )
      ).map(({ title }) => title)
      expect(titles).toContain('Eel-Shoe Pie')
      expect(await shown(titles)).toEqual(titles)
      expect(callsTo(calls, LIST)).toHaveLength(1)
    })

    test('marks and case do not matter; descriptions and sub-entries are searched as well', async () => {
      await open()
      for (const [text, title] of [
        ['GLÀSS  ÉEL', 'Glass Eel'],
        ['the soup', 'The Sundering Feast'],
        ['sworn accounts in four centuries', 'The Sundering Feast'],
      ] as const) {
        await box().fill(text)
        await built.page.waitForURL((url) => url.searchParams.get('search') === text)
        await built.page
          .getByRole('article', { name: 'Ambrose Nil', exact: true })
          .waitFor({ state: 'detached' })
        await built.page.getByRole('article', { name: title, exact: true }).waitFor()
      }
      expect(await shown(['The Sundering Feast'])).toEqual(['The Sundering Feast'])
    })

    test('an older answer never overwrites a newer one', async () => {
      const old = Promise.withResolvers<void>()
      await built.page.route(/search=goat/, async (route) => {
        await old.promise
        await route.continue()
      })
      await open()
      const first = built.page.waitForRequest(/search=goat/)
      await box().fill('goat')
      await first
      await box().fill('lamp-moth')
      const newer = (await ask<{ title: string }[]>('/entries/?search=lamp-moth')).map(
        ({ title }) => title,
      )
      expect(newer).toContain('Lamp-Moth')
      expect(await shown(newer)).toEqual(newer)
      const late = built.page.waitForResponse(/search=goat/)
      old.resolve()
      await (await late).finished()
      await built.settled()
      expect(await cards().getByRole('heading', { level: 3 }).allTextContents()).toEqual(newer)
    })

    test('what is near is offered when nothing is the same, marked as such, and can be searched for', async () => {
      await open()
      await box().fill('cinder hownd')
      await built.page
        .getByRole('status')
        .getByText('There are no glossary entries to display.')
        .waitFor()
      expect(await cards().count()).toBe(0)
      const near = built.page.getByRole('list', { name: 'Not the same, but near:' })
      await near.getByRole('button', { name: 'Cinder Hound', exact: true }).click()
      expect(await box().inputValue()).toBe('Cinder Hound')
      await built.page.getByRole('article', { name: 'Cinder Hound', exact: true }).waitFor()
    })

    test('the / key goes to the search box, but not while typing', async () => {
      await open()
      await built.page.keyboard.press('/')
      expect(await box().evaluate((at) => at.matches(':focus'))).toBe(true)
      expect(await box().inputValue()).toBe('')
      await built.page.keyboard.type('a/b')
      expect(await box().inputValue()).toBe('a/b')
    })
  })

  describe('Address', () => {
    test('a view can be shared: the address follows what is chosen and brings it again', async () => {
      const types = (await ask<{ results: Named[] }>('/entry-types/')).results
      const creatures = types.find(({ name }) => name === 'Creatures')?.id
      const { subtypes } = await ask<{ subtypes: Named[] }>(`/get-subtypes/${creatures}/`)
      const hearth = subtypes.find(({ name }) => name === 'Of Hill and Hearth')?.id
      await open()
      await choose(built.page, 'Type', 'Creatures')
      await choose(built.page, 'Sub-Type', 'Of Hill and Hearth')
      await box().fill('goat')
      await choose(built.page, 'Sort by', 'Newest First')
      await users().click()
      const query = `?search=goat&type=${creatures}&subtype=${hearth}&show=users&sort=newest`
      await built.page.waitForURL(`**/discordia/world${query}`)
      const expected = ['Kettle, a Goat']
      expect(await shown(expected)).toEqual(expected)

      const calls = watchCalls(built.page)
      await built.page.goto(`/discordia/world${query}`)
      expect(await shown(expected)).toEqual(expected)
      await built.settled()
      expect(callsTo(calls, LIST)).toHaveLength(1)
      expect(await box().inputValue()).toBe('goat')
      expect(await chosenIn(built.page, 'Type')).toBe('Creatures')
      expect(await chosenIn(built.page, 'Sub-Type')).toBe('Of Hill and Hearth')
      expect(await chosenIn(built.page, 'Sort by')).toBe('Newest First')
      expect(await users().isChecked()).toBe(true)
    })

    test('a visitor who is sent to somebody’s own entries sees the glossary', async () => {
      await open('?show=mine')
      const first = (await ask<{ title: string }[]>('/entries/?limit=10')).map(({ title }) => title)
      expect(await shown(first)).toEqual(first)
    })
  })
})
