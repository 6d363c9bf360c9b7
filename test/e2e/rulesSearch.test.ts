import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { textsBecoming } from '#test/helpers/browser/texts.ts'

type Named = { id: number; name: string }
type Video = { video_title: string; file_url: string; captions_url: string }

describe('Rules page, its videos, search and failures (behaviour 2, 7, 8, 9)', () => {
  const built = builtSite({ ownContext: true })

  const ask = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${built.site.url}/api/rules${path}`)).json()
  const panel = () => built.page.getByRole('tabpanel')
  const box = () => panel().getByRole('searchbox', { name: 'Search for entries...' })
  const entry = (title: string) => panel().getByRole('link', { name: title, exact: true })
  const open = async (query = '') => {
    await built.page.goto(`/discordia/rules${query}`)
    await panel().getByRole('link').first().waitFor()
    await built.settled()
  }
  const titles = (expected: string[]) => textsBecoming(built.page, '[role="tabpanel"] a', expected)

  describe('Videos', () => {
    const region = () => built.page.getByRole('region', { name: 'Rules videos' })
    const list = () => region().getByRole('list', { name: 'Videos' })
    const player = () => region().locator('video')

    test('a numbered list of videos, each showing its title; the first is selected, a click switches', async () => {
      const videos = await ask<Video[]>('/get')
      expect(videos.length).toBe(3)
      await open()
      expect(await list().evaluate((element) => element.tagName)).toBe('OL')
      const items = list().getByRole('listitem')
      expect(await items.allTextContents()).toEqual(
        videos.map(({ video_title }, at) => `${at + 1}.${video_title}`),
      )
      const expectSelected = async (at: number) => {
        const title = videos[at]?.video_title ?? ''
        await region().getByLabel(title, { exact: true }).waitFor()
        expect(await player().getAttribute('src')).toBe(videos[at]?.file_url)
        const current = list().locator('[aria-current="true"]')
        expect(await current.allTextContents()).toEqual([`${at + 1}.${title}`])
      }
      await expectSelected(0)
      for (const at of [2, 1, 0]) {
        await list().getByRole('button').nth(at).click()
        await expectSelected(at)
      }
    })

    test.each([
      [1440, 900],
      [768, 1024],
      [360, 740],
    ])('leave the search in the first view at %i x %i', async (width, height) => {
      await built.page.setViewportSize({ width, height })
      await open()
      const box = await panel().getByRole('searchbox').boundingBox()
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
      expect(await player().isVisible()).toBe(true)
    })

    test('a video is served in ranges, has captions, and plays by the keyboard', async () => {
      const [video] = await ask<Video[]>('/get')
      const part = await fetch(`${built.site.url}${video?.file_url}`, {
        headers: { Range: 'bytes=0-99' },
      })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-type')).toBe('video/mp4')
      expect(part.headers.get('content-range')).toMatch(/^bytes 0-99\/\d{5,}$/)
      expect((await part.arrayBuffer()).byteLength).toBe(100)

      await open()
      expect(await player().getAttribute('controls')).not.toBeNull()
      expect(await player().locator('track').getAttribute('src')).toBe(video?.captions_url)
      await player().focus()
      await built.page.keyboard.press('Space')
      await built.page.waitForFunction(() => {
        const film = document.querySelector('video')
        const captions = film?.textTracks[0]
        return film && !film.paused && captions?.mode === 'showing' && captions.cues?.length
      })
    })
  })

  describe('Search', () => {
    test('asks once for a burst of keys, 500 ms after the last one, and with Any for what is not filtered', async () => {
      await built.page.clock.install()
      await open()
      const calls = watchCalls(built.page)
      await built.page.clock.pauseAt(Date.now() + 60_000)
      await box().pressSequentially('see')
      await built.page.clock.runFor(499)
      await box().press('d')
      await built.page.clock.runFor(499)
      await built.page.evaluate(() => document.title)
      expect(callsTo(calls, 'GET /rules/quick-entries/')).toEqual([])
      const asked = built.page.waitForRequest('**/rules/quick-entries/?*')
      await built.page.clock.runFor(1)
      expect(new URL((await asked).url()).search).toBe('?search=seed&category=Any&subcategory=Any')
      await built.page.clock.resume()
      await entry('The game in one minute').waitFor({ state: 'detached' })
      expect(callsTo(calls, 'GET /rules/quick-entries/')).toHaveLength(1)
    })

    test('finds words of titles and of sub-entries, in any case', async () => {
      // Said in the text of this rule alone, and in no title.
      const sections = await ask<{ content: string }[]>(
        `/entries/${(await ask<{ id: number; title: string }[]>('/entries/')).find(({ title }) => title === 'Chases')?.id}/sub-entries/`,
      )
      expect(JSON.stringify(sections)).toContain('marker')
      await open('?tab=basic')
      await box().fill('CHASES')
      await entry('Who you play').waitFor({ state: 'detached' })
      await entry('Chases').waitFor()
      await box().fill('moving THE marker')
      expect(await titles(['Chases'])).toEqual(['Chases'])
    })

    test('an older answer never overwrites a newer one', async () => {
      const old = Promise.withResolvers<void>()
      await built.page.route(/search=weather/, async (route) => {
        await old.promise
        await route.continue()
      })
      await open()
      const first = built.page.waitForRequest(/search=weather/)
      await box().fill('weather')
      await first
      await box().fill('armour')
      await entry('Armour in one breath').waitFor()
      await entry('The game in one minute').waitFor({ state: 'detached' })
      const shown = await panel().getByRole('link').allTextContents()
      const late = built.page.waitForResponse(/search=weather/)
      old.resolve()
      await (await late).finished()
      await built.settled()
      expect(await panel().getByRole('link').allTextContents()).toEqual(shown)
    })

    test('what is near is offered when nothing is the same, marked as such, and can be searched for', async () => {
      await open()
      await box().fill('spend a sead')
      await panel().getByText('No quick rules found.').waitFor()
      const near = panel().getByRole('list', { name: 'Not the same, but near:' })
      await near.getByRole('button', { name: 'Spend a seed' }).click()
      expect(await box().inputValue()).toBe('Spend a seed')
      expect(await titles(['Spend a seed'])).toEqual(['Spend a seed'])
    })

    test('the / key goes to the search box, but not while typing', async () => {
      await open()
      await built.page.keyboard.press('/')
      expect(await box().evaluate((at) => at.matches(':focus'))).toBe(true)
      expect(await box().inputValue()).toBe('')
      await built.page.keyboard.type('1/2')
      expect(await box().inputValue()).toBe('1/2')
      await built.page.getByRole('button', { name: /^Category/ }).click()
      const search = built.page.getByRole('searchbox', { name: 'Search categories' })
      await search.waitFor()
      await built.page.keyboard.press('/')
      expect(await search.inputValue()).toBe('/')
    })
  })

  describe('Calls', () => {
    test('the page makes the listed calls and no others', async () => {
      const calls = watchCalls(built.page)
      const made = () =>
        calls.map(({ call }) => call).filter((call) => !call.startsWith('GET /files/'))
      await open()
      expect(made().toSorted()).toEqual([
        'GET /rules/get',
        'GET /rules/get-quick-subcategories/',
        'GET /rules/quick-entries/?search=&category=Any&subcategory=Any',
      ])
      calls.length = 0
      await built.page.getByRole('tab', { name: 'Basic Rules' }).click()
      await panel().getByRole('heading', { level: 3 }).first().waitFor()
      await built.settled()
      const categories = await ask<Named[]>('/categories/')
      expect(made().toSorted()).toEqual(
        [
          'GET /rules/categories/',
          'GET /rules/entries/?search=&category=Any&subcategory=Any',
          ...categories.map(({ id }) => `GET /rules/get-subcategories/${id}/`),
        ].toSorted(),
      )
    })

    test('a failed list is logged, the loading indicator is turned off, and it can be asked for again', async () => {
      const logged: string[] = []
      built.page.on('console', (message) => logged.push(message.text()))
      await built.page.route('**/api/rules/**', (route) => route.abort())
      await built.page.goto('/discordia/rules')
      await panel().getByRole('alert').getByText('This could not be loaded.').waitFor()
      await built.settled()
      expect(logged).toEqual(
        expect.arrayContaining([
          'listQuickEntries failed: no answer',
          'listQuickSubcategories failed: no answer',
          'listRuleVideos failed: no answer',
        ]),
      )
      await built.page.unroute('**/api/rules/**')
      await panel().getByRole('button', { name: 'Try again' }).click()
      await entry('Spend a seed').waitFor()
    })
  })

  test('on paper are the rules alone', async () => {
    await open()
    await built.page.emulateMedia({ media: 'print' })
    for (const [role, name] of [
      ['banner', undefined],
      ['contentinfo', undefined],
      ['region', 'Rules videos'],
      ['region', 'Cookie consent'],
      ['searchbox', undefined],
    ] as const)
      expect(await built.page.getByRole(role, name ? { name } : {}).count()).toBe(0)
    expect(await built.page.getByRole('tab').count()).toBe(0)
    for (const name of ['Rules', 'At the dice'])
      expect(await built.page.getByRole('heading', { name, exact: true }).isVisible()).toBe(true)
    expect(await entry('Spend a seed').isVisible()).toBe(true)
  })
})
