import type { Page } from 'playwright-core'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { choose, chosenIn, dropdown, optionsOf } from '#test/helpers/browser/dropdown.ts'
import { enterAs } from '#test/helpers/browser/enterAs.ts'
import { textsBecoming } from '#test/helpers/browser/texts.ts'

type Entry = { id: number; title: string; created_by: { is_staff: boolean } }
type Named = { id: number; name: string }

const USERS = 'User-made Entries only'
const MINE = 'Show my entries'
const LIST = 'GET /glossary/entries/?'
const START = {
  search: '',
  type: 'Any',
  subtype: 'Any',
  showUserEntries: 'false',
  showMyEntries: 'false',
  sort: 'Alphabetical',
  limit: '10',
}

describe('Glossary page (behaviour 2, 4, 7, 8, 9)', () => {
  const built = builtSite()

  const ask = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${built.site.url}/api/glossary${path}`)).json()
  const titlesOf = async (query = '') =>
    (await ask<Entry[]>(`/entries/${query}`)).map(({ title }) => title)
  const cards = () =>
    built.page.getByRole('region', { name: 'Glossary entries' }).getByRole('article')
  const card = (name: string) =>
    built.page
      .getByRole('region', { name: 'Glossary entries' })
      .getByRole('article', { name, exact: true })
  const shown = (expected: string[]) => textsBecoming(built.page, 'article h3', expected)
  const box = () => built.page.getByRole('searchbox', { name: 'Search the glossary' })
  const checkbox = (name: string) => built.page.getByRole('checkbox', { name, exact: true })
  const more = () => built.page.getByRole('button', { name: 'Show More', exact: true })
  const empty = () =>
    built.page
      .getByRole('status')
      .getByText('There are no glossary entries to display.', { exact: true })
      .waitFor()
  const open = async (query = '') => {
    await built.page.goto(`/discordia/world${query}`)
    await cards().first().waitFor()
    await built.settled()
  }
  /** What the next request for the list, or the next such one, asks. */
  const asked = async (
    act: () => Promise<unknown>,
    which = /\/api\/glossary\/entries\/\?/,
  ): Promise<Record<string, string>> => {
    const request = built.page.waitForRequest(which)
    await act()
    return Object.fromEntries(new URL((await request).url()).searchParams)
  }
  const expectCount = async (count: number) => {
    await cards()
      .nth(count - 1)
      .waitFor()
    await cards().nth(count).waitFor({ state: 'detached' })
  }

  describe('Who sees what', () => {
    test('it is named World; filters and sort start at Any and Alphabetical; the listed calls are made without a token', async () => {
      const calls = watchCalls(built.page)
      const listed = built.page.waitForRequest('**/api/glossary/entries/?*')
      await open()
      const request = await listed
      expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual(START)
      expect(request.headers().authorization).toBeUndefined()
      expect(
        calls
          .map(({ call }) => call)
          .filter((call) => !call.startsWith(LIST))
          .toSorted(),
      ).toEqual(['GET /glossary/entry-subtypes/', 'GET /glossary/entry-types/'])
      expect(callsTo(calls, LIST)).toHaveLength(1)
      await built.page.getByRole('heading', { level: 1, name: 'World', exact: true }).waitFor()
      expect(await built.page.title()).toBe('World – Discordia')
      expect(await chosenIn(built.page, 'Type')).toBe('Any')
      expect(await chosenIn(built.page, 'Sub-Type')).toBe('Any')
      expect(await chosenIn(built.page, 'Sort by')).toBe('Alphabetical')
      expect(await box().getAttribute('maxlength')).toBe('400')
      expect(await checkbox(USERS).isChecked()).toBe(false)
      const first = (await titlesOf()).slice(0, 10)
      expect(await shown(first)).toEqual(first)
      expect(await axeFindings(built.page)).toEqual([])
    })

    test('the + button and Show my entries are shown only to logged-in users, whose token is sent', async () => {
      const add = built.page.getByRole('button', { name: 'Create new glossary item' })
      await open()
      expect([await add.count(), await checkbox(MINE).count()]).toEqual([0, 0])
      await enterAs(built.page, built.site, 'juno@discordia.example')
      const listed = built.page.waitForRequest('**/api/glossary/entries/?*')
      await open()
      const token = await built.page.evaluate(() => localStorage.getItem('access_token'))
      expect((await listed).headers().authorization).toBe(`Bearer ${token}`)
      expect([await add.count(), await checkbox(MINE).count()]).toEqual([1, 1])
      expect(await checkbox(MINE).isChecked()).toBe(false)
    })

    test('a token that is no longer valid is refreshed once, and the list asked for again', async () => {
      await enterAs(built.page, built.site, 'juno@discordia.example')
      await built.page.evaluate(() => localStorage.setItem('access_token', 'worn.out.token'))
      const calls = watchCalls(built.page)
      const refused = built.page.waitForResponse('**/api/glossary/entries/?*')
      await open()
      const answer = await refused
      expect([answer.status(), (await answer.json()).errors[0].code]).toEqual([
        401,
        'token_not_valid',
      ])
      expect(callsTo(calls, 'POST /users/login/refresh/')).toHaveLength(1)
      expect(callsTo(calls, LIST)).toHaveLength(2)
    })
  })

  describe('Type and Sub-Type', () => {
    test('each has a search box; the sub-types are those of the chosen type', async () => {
      const { count, results } = await ask<{ count: number; results: Named[] }>('/entry-types/')
      const names = results.map(({ name }) => name)
      // All of them on the first page, because no other is read.
      expect([count, names.length]).toEqual([8, 8])
      const all = await ask<{ results: Named[] }>('/entry-subtypes/')
      await open()
      expect(await optionsOf(built.page, 'Type', 'Plants & Foods')).toEqual(['Any', ...names])
      expect(await optionsOf(built.page, 'Sub-Type', 'Drinks')).toEqual([
        'Any',
        ...all.results.map(({ name }) => name),
      ])
      await dropdown(built.page, 'Sub-Type').click()
      await built.page.getByRole('searchbox', { name: 'Search sub-types' }).fill('of THE')
      const found = await built.page
        .getByRole('listbox', { name: 'Sub-Type' })
        .getByRole('option')
        .allTextContents()
      expect(found).toEqual([
        'Relics of the Feast',
        'Orders of the Road',
        'Manners of the Table',
        'Days of the Year',
      ])
      await built.page.keyboard.press('Escape')
      const customs = results.find(({ name }) => name === 'Customs')
      const ofType = built.page.waitForResponse(`**/glossary/get-subtypes/${customs?.id}/`)
      await dropdown(built.page, 'Type').click()
      await built.page.getByRole('searchbox', { name: 'Search types' }).fill('CUST')
      await built.page.keyboard.press('Enter')
      const { subtypes } = (await (await ofType).json()) as { subtypes: Named[] }
      expect(await optionsOf(built.page, 'Sub-Type', 'Law and Debt')).toEqual([
        'Any',
        ...subtypes.map(({ name }) => name),
      ])
    })

    test('type and sub-type are sent; another type sets the sub-type to Any', async () => {
      const { results } = await ask<{ results: Named[] }>('/entry-types/')
      const id = (name: string) => results.find((type) => type.name === name)?.id
      const { subtypes } = await ask<{ subtypes: Named[] }>(`/get-subtypes/${id('Customs')}/`)
      const law = subtypes.find(({ name }) => name === 'Law and Debt')?.id
      await open()
      await choose(built.page, 'Type', 'Customs')
      // On a slow machine the type alone is asked for before.
      const query = await asked(() => choose(built.page, 'Sub-Type', 'Law and Debt'), /subtype=\d/)
      expect(query).toEqual({ ...START, type: String(id('Customs')), subtype: String(law) })
      const expected = ['Rope Right', 'The Eel-Tithe', 'The Lending Ladder']
      expect((await shown(expected)).toSorted()).toEqual(expected)
      const next = await asked(() => choose(built.page, 'Type', 'Creatures'))
      expect(next).toEqual({ ...START, type: String(id('Creatures')) })
      expect(await chosenIn(built.page, 'Sub-Type')).toBe('Any')
    })
  })

  describe('Checkboxes', () => {
    test('User-made Entries only and Show my entries are mutually exclusive, both ways', async () => {
      await enterAs(built.page, built.site, 'tomas@discordia.example')
      await open()
      expect(await asked(() => checkbox(USERS).click())).toEqual({
        ...START,
        showUserEntries: 'true',
      })
      const users = (await titlesOf('?showUserEntries=true')).slice(0, 10)
      expect(await shown(users)).toEqual(users)
      expect(users).toContain('Eel-Shoe Pie')
      expect(await asked(() => checkbox(MINE).click())).toEqual({ ...START, showMyEntries: 'true' })
      expect([await checkbox(USERS).isChecked(), await checkbox(MINE).isChecked()]).toEqual([
        false,
        true,
      ])
      const own = [
        'A Bell for Small Griefs',
        'Brother Gantry',
        'Fourth Terrace Tea',
        'Kettle, a Goat',
      ]
      own.push('The Exploding Sled', 'The Sandwich Treaty', 'The Society of Second Readers')
      own.push('The Tower That Moved')
      expect(await shown(own)).toEqual(own)
      await checkbox(USERS).click()
      expect([await checkbox(USERS).isChecked(), await checkbox(MINE).isChecked()]).toEqual([
        true,
        false,
      ])
      expect(await shown(users)).toEqual(users)
    })
  })

  describe('Sort by', () => {
    test('Newest First, Oldest First, Alphabetical (default); the label is sent, the order is the server’s', async () => {
      await open()
      const labels = ['Newest First', 'Oldest First', 'Alphabetical']
      expect(await optionsOf(built.page, 'Sort by', 'Alphabetical')).toEqual(labels)
      for (const label of labels) {
        const expected = (await titlesOf(`?sort=${encodeURIComponent(label)}`)).slice(0, 10)
        if (label !== 'Alphabetical')
          expect(await asked(() => choose(built.page, 'Sort by', label))).toEqual({
            ...START,
            sort: label,
          })
        else await choose(built.page, 'Sort by', label)
        expect(await shown(expected)).toEqual(expected)
      }
      expect((await titlesOf('?sort=Oldest%20First'))[0]).toBe('The Sundering Feast')
      expect((await titlesOf('?sort=Newest%20First'))[0]).toBe('The Sandwich Treaty')
    })
  })

  describe('Show More', () => {
    test('ten at first, each Show More adds ten, until all are there, each once', async () => {
      const all = await titlesOf()
      expect(all).toHaveLength(69)
      await open()
      for (let count = 10; count < 69; count += 10) {
        const expected = all.slice(0, count)
        expect(await shown(expected)).toEqual(expected)
        await more().click()
      }
      expect(await shown(all)).toEqual(all)
      await more().waitFor({ state: 'detached' })
    })

    test('the count resets to ten whenever filters, sort or search change', async () => {
      const { results } = await ask<{ results: Named[] }>('/entry-types/')
      const places = results.find(({ name }) => name === 'Places')?.id
      const changes: [() => Promise<unknown>, query: string][] = [
        [() => checkbox(USERS).click(), '?showUserEntries=true'],
        [() => checkbox(USERS).click(), ''],
        [() => choose(built.page, 'Type', 'Places'), `?type=${places}`],
        [() => choose(built.page, 'Type', 'Any'), ''],
        [() => box().fill('glass'), '?search=glass'],
        [() => choose(built.page, 'Sort by', 'Oldest First'), '?search=glass&sort=Oldest%20First'],
      ]
      await open()
      let before = (await titlesOf()).slice(0, 10)
      for (const [change, query] of changes) {
        await more().click()
        await cards().nth(10).waitFor()
        await change()
        const expected = (await titlesOf(query)).slice(0, 10)
        expect(expected).not.toEqual(before)
        expect(await shown(expected)).toEqual(expected)
        before = expected
      }
    })

    test('a list that changes while it is paged shows nothing twice and leaves nothing out', async () => {
      await enterAs(built.page, built.site, 'elias@discordia.example')
      await open()
      const ids = await createMany(built.page, 21)
      await asked(() => checkbox(MINE).click())
      await card('Note 10').waitFor()
      await expectCount(10)
      await remove(built.page, ids[3] ?? 0)
      await more().click()
      const rest = Array.from({ length: 21 }, (_, at) => `Note ${String(at + 1).padStart(2, '0')}`)
      expect(await shown(rest.slice(0, 20))).toEqual(rest.slice(0, 20))
      await more().click()
      expect(await shown(rest)).toEqual(rest)
    })
  })

  describe('An empty list', () => {
    test('There are no glossary entries to display.', async () => {
      await open()
      await box().fill('zzzz-nothing')
      await empty()
      expect(await cards().count()).toBe(0)
      await built.page.route('**/api/glossary/entries/?*', (route) => route.fulfill({ json: [] }))
      await built.page.goto('/discordia/world')
      await empty()
    })
  })
})

/** Entries of the member who is logged in, "Note 01" and so on; only their author sees them. */
const createMany = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async (amount) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const types = await (await fetch('/api/glossary/entry-types/')).json()
    const ids: number[] = []
    for (let number = 1; number <= amount; number += 1) {
      const body = new FormData()
      body.set('title', `Note ${String(number).padStart(2, '0')}`)
      body.set('entry_type', types.results[0].id)
      const url = '/api/glossary/user-entries/'
      ids.push((await (await fetch(url, { method: 'POST', headers, body })).json()).id)
    }
    return ids
  }, count)

const remove = (page: Page, id: number): Promise<void> =>
  page.evaluate(async (entry) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('access_token')}` }
    await fetch(`/api/glossary/delete-entry/${entry}`, { method: 'DELETE', headers })
  }, id)
