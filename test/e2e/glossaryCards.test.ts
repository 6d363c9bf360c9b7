import type { Page } from 'playwright-core'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { choose } from '#test/helpers/browser/dropdown.ts'
import { enterAs, tokensOf } from '#test/helpers/browser/enterAs.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'

type Entry = { id: number; title: string; image: string | null; description: string | null }
type Section = { title: string; content: string }

const MIRA = 'mira@discordia.example'
const TOMAS = 'tomas@discordia.example'

describe('Glossary page, its cards (behaviour 2, 4, 6, 8)', () => {
  const built = builtSite()

  const ask = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${built.site.url}/api/glossary${path}`)).json()
  const named = async (title: string): Promise<Entry> => {
    const found = await ask<Entry[]>(`/entries/?search=${encodeURIComponent(title)}`)
    const entry = found.find((each) => each.title === title)
    if (!entry) throw new Error(`The demonstration has no entry "${title}"`)
    return entry
  }
  /** The API as one member uses it, outside the page. */
  const member = async (email: string) => {
    const { access } = await tokensOf(built.site, email)
    return (path: string, method = 'GET') =>
      fetch(`${built.site.url}/api/glossary${path}`, {
        method,
        headers: { Authorization: `Bearer ${access}` },
      })
  }
  const region = (page = built.page) => page.getByRole('region', { name: 'Glossary entries' })
  const card = (name: string, page = built.page) =>
    region(page).getByRole('article', { name, exact: true })
  const toggle = (name: string) =>
    card(name).getByRole('heading', { level: 3 }).getByRole('button', { name, exact: true })
  const note = (name: string, mark: string) =>
    card(name).getByRole('note', { name: mark, exact: true })
  const remove = (name: string, page = built.page) =>
    card(name, page).getByRole('button', { name: 'Delete Entry', exact: true })
  const dialog = (page = built.page) =>
    page.getByRole('dialog', { name: 'Delete Entry', exact: true })
  const toast = (role: 'status' | 'alert', text: string, page = built.page) =>
    toastOn(page, role, text)
  const open = async (query: string, page: Page = built.page) => {
    await page.goto(`/discordia/world${query}`)
    await region(page).getByRole('article').first().waitFor()
    await page.locator('main[aria-busy="false"]').waitFor()
  }
  const openOwn = async (email: string) => {
    await enterAs(built.page, built.site, email)
    await open('?show=mine')
  }

  describe('An expandable card', () => {
    test('shows its image, description, sub-entries and minimize once it is expanded; others stay as they are', async () => {
      const eel = await named('Glass Eel')
      const sections = await ask<Section[]>(`/entries/${eel.id}/sub-entries/`)
      expect(sections.map(({ title }) => title)).toEqual(['At the table', 'Eel-glass'])
      await open('?search=eel')
      const calls = watchCalls(built.page)
      expect(await toggle('Glass Eel').getAttribute('aria-expanded')).toBe('false')
      expect(await card('Glass Eel').getByRole('heading', { level: 4 }).count()).toBe(0)
      await toggle('Glass Eel').click()
      await card('Glass Eel').getByRole('heading', { level: 4, name: 'Eel-glass' }).waitFor()
      expect(await toggle('Glass Eel').getAttribute('aria-expanded')).toBe('true')
      expect(await card('Glass Eel').getByRole('heading', { level: 4 }).allTextContents()).toEqual(
        sections.map(({ title }) => title),
      )
      for (const text of [eel.description ?? '', ...sections.map(({ content }) => content)])
        for (const paragraph of text.split('\n\n'))
          await card('Glass Eel').getByText(paragraph.trim()).waitFor()
      const image = card('Glass Eel').getByRole('img', { name: 'Glass Eel', exact: true })
      expect(eel.image).not.toBeNull()
      expect(await image.getAttribute('src')).toBe(eel.image)
      expect(await toggle('The Eel-Tithe').getAttribute('aria-expanded')).toBe('false')
      expect(callsTo(calls, 'GET /glossary/').map(({ call }) => call)).toEqual([
        `GET /glossary/entries/${eel.id}/sub-entries/`,
      ])
      expect(await axeFindings(built.page)).toEqual([])

      await toggle('The Eel-Tithe').click()
      const fallback = card('The Eel-Tithe').getByRole('img', {
        name: 'The Eel-Tithe',
        exact: true,
      })
      expect(await fallback.getAttribute('src')).toBe('/images/default-glossary-960.webp')
      expect(await toggle('Glass Eel').getAttribute('aria-expanded')).toBe('true')
      await card('Glass Eel').getByRole('button', { name: 'minimize', exact: true }).click()
      expect(await toggle('Glass Eel').getAttribute('aria-expanded')).toBe('false')
      expect(await toggle('Glass Eel').evaluate((at) => at.matches(':focus'))).toBe(true)
      expect(await card('Glass Eel').getByRole('heading', { level: 4 }).count()).toBe(0)
    })

    test('on paper keeps its title and loses its controls', async () => {
      await open('?search=glass+eel')
      await toggle('Glass Eel').click()
      const minimize = card('Glass Eel').getByRole('button', { name: 'minimize' })
      await minimize.waitFor()
      await built.page.emulateMedia({ media: 'print' })
      await minimize.waitFor({ state: 'hidden' })
      expect(await toggle('Glass Eel').isVisible()).toBe(true)
    })

    test('the expanded ids are cleared on a filter or sort change', async () => {
      const changes = [
        () => built.page.getByRole('searchbox', { name: 'Search the glossary' }).fill('glass ee'),
        () => choose(built.page, 'Sort by', 'Oldest First'),
        () => built.page.getByRole('checkbox', { name: 'User-made Entries only' }).click(),
      ]
      await open('?search=glass+eel')
      for (const change of changes) {
        await toggle('Glass Eel').click()
        await card('Glass Eel').getByRole('button', { name: 'minimize' }).waitFor()
        await change()
        await region().getByRole('button', { name: 'minimize' }).waitFor({ state: 'detached' })
        expect(await region().getByRole('button', { expanded: true }).count()).toBe(0)
      }
    })

    test('type and sub-type; the marker and the author only where the creator is not of the staff', async () => {
      await open('?search=kettle')
      const marker = (name: string) => card(name).getByRole('img', { name: 'User-made entry' })
      for (const text of ['Creatures', 'Of Hill and Hearth', 'tomas'])
        await card('Kettle, a Goat').getByText(text, { exact: true }).waitFor()
      await marker('Kettle, a Goat').waitFor()
      await open('?search=bell+goat')
      for (const text of ['Creatures', 'Of Hill and Hearth'])
        await card('Bell Goat').getByText(text, { exact: true }).waitFor()
      expect(await marker('Bell Goat').count()).toBe(0)
      expect(await card('Bell Goat').getByText('ada').count()).toBe(0)
    })
  })

  describe('An entry under review', () => {
    test.each([
      ['(Pending)', 'Your entry is still under approval', 'The Inn in the Net'],
      ['(Rejected)', 'Your entry was rejected', 'Who Really Rolled the Apple'],
    ])('%s with the tooltip: %s', async (mark, hint, name) => {
      await openOwn(MIRA)
      expect(await note(name, mark).textContent()).toBe(mark)
      const described = await note(name, mark).getAttribute('aria-describedby')
      expect(await built.page.locator(`[id="${described}"]`).textContent()).toBe(hint)
      const tooltip = built.page.getByRole('tooltip').getByText(hint, { exact: true })
      expect(await tooltip.count()).toBe(0)
      await note(name, mark).hover()
      await tooltip.waitFor()
      // Delete is reached without expanding the card.
      expect(await toggle(name).getAttribute('aria-expanded')).toBe('false')
      await remove(name).waitFor()
      expect(await axeFindings(built.page)).toEqual([])
    })

    test('an approved entry of one’s own has neither a mark nor a Delete Entry button', async () => {
      await openOwn(MIRA)
      await card('The Contrary').waitFor()
      expect(await card('The Contrary').getByRole('note').count()).toBe(0)
      expect(await remove('The Contrary').count()).toBe(0)
      const counts = ['note', 'button'] as const
      const names = [/^\((Pending|Rejected)\)$/, 'Delete Entry']
      expect(
        await Promise.all(
          counts.map((role, at) => region().getByRole(role, { name: names[at] }).count()),
        ),
      ).toEqual([3, 3])
    })

    test('exists for its author alone: not in lists, searches or by its address for anybody else', async () => {
      const [own, other] = [await member(TOMAS), await member(MIRA)]
      const [bell] = (await (
        await own('/entries/?showMyEntries=true&search=small')
      ).json()) as Entry[]
      expect(bell?.title).toBe('A Bell for Small Griefs')
      const sections = `/entries/${bell?.id}/sub-entries/`
      // Not even its author sees it without asking for the own entries.
      expect(await (await own('/entries/?search=small%20griefs')).json()).toEqual([])
      expect((await own(sections)).status).toBe(200)
      for (const query of ['?search=small%20griefs', '?search=small%20griefs&showMyEntries=true']) {
        const found = await other(`/entries/${query}`)
        expect([await found.json(), found.headers.get('x-total-count')]).toEqual([[], '0'])
        expect(await ask<Entry[]>(`/entries/${query}`)).toEqual([])
      }
      expect((await other(sections)).status).toBe(404)
      expect((await fetch(`${built.site.url}/api/glossary${sections}`)).status).toBe(404)
      expect((await other(`/delete-entry/${bell?.id}`, 'DELETE')).status).toBe(404)
      const address = `${built.site.url}/api/glossary/delete-entry/${bell?.id}`
      expect((await fetch(address, { method: 'DELETE' })).status).toBe(401)
      const mine = (await (await other('/entries/?showMyEntries=true')).json()) as Entry[]
      expect(mine.find(({ title }) => title === 'Who Really Rolled the Apple')).toMatchObject({
        pending: true,
        is_rejected: true,
      })
      const approved = mine.find(({ title }) => title === 'The Contrary')
      expect((await other(`/delete-entry/${approved?.id}`, 'DELETE')).status).toBe(403)
    })
  })

  describe('Delete Entry', () => {
    test('asks first; No, Escape and the close button leave the entry', async () => {
      await openOwn(MIRA)
      const calls = watchCalls(built.page)
      const ways = [
        () => dialog().getByRole('button', { name: 'No', exact: true }).click(),
        () => built.page.keyboard.press('Escape'),
        () => dialog().getByRole('button', { name: 'Close dialog' }).click(),
      ]
      for (const leave of ways) {
        await remove('The Inn in the Net').click()
        await dialog().getByRole('heading', { level: 2, name: 'Delete Entry' }).waitFor()
        await dialog()
          .getByText('Are you sure you want to delete "The Inn in the Net"?', { exact: true })
          .waitFor()
        await dialog().getByRole('button', { name: 'Yes', exact: true }).waitFor()
        await leave()
        await dialog().waitFor({ state: 'detached' })
      }
      await card('The Inn in the Net').waitFor()
      expect(callsTo(calls, 'DELETE')).toEqual([])
    })

    test('success: the dialog closes, a toast tells, the list refreshes; rejected ones can go as well', async () => {
      await openOwn(TOMAS)
      const own = await member(TOMAS)
      for (const [name, text] of [
        ['A Bell for Small Griefs', 'small griefs'],
        ['The Exploding Sled', 'exploding'],
      ] as const) {
        const query = `/entries/?showMyEntries=true&search=${encodeURIComponent(text)}`
        const [entry] = (await (await own(query)).json()) as Entry[]
        const calls = watchCalls(built.page)
        const deleted = built.page.waitForRequest('**/delete-entry/*')
        await remove(name).click()
        const refreshed = built.page.waitForResponse('**/glossary/entries/?*')
        await dialog().getByRole('button', { name: 'Yes', exact: true }).click()
        await toast('status', 'You deleted the entry.')
        await dialog().waitFor({ state: 'detached' })
        await refreshed
        await card(name).waitFor({ state: 'detached' })
        expect((await deleted).headers().authorization).toMatch(/^Bearer \S{20}/)
        const kinds = calls.map(({ call }) => call.replace(/\?.*/, ''))
        expect(kinds).toEqual([
          `DELETE /glossary/delete-entry/${entry?.id}`,
          'GET /glossary/entries/',
        ])
        expect(await (await own(query)).json()).toEqual([])
        await built.page.reload()
        await card('Brother Gantry').waitFor()
      }
    })

    test('two tabs that delete the same entry: the second is told, and both lists are right', async () => {
      await openOwn(MIRA)
      const second = await built.visitor.context.newPage()
      await open('?show=mine', second)
      await remove('The Umbrella Guild').click()
      await dialog().getByRole('button', { name: 'Yes', exact: true }).click()
      await toast('status', 'You deleted the entry.')
      await remove('The Umbrella Guild', second).click()
      await dialog(second).getByRole('button', { name: 'Yes', exact: true }).click()
      await toast('alert', 'Error deleting the entry, please try again.', second)
      for (const page of [built.page, second]) {
        await card('The Umbrella Guild', page).waitFor({ state: 'detached' })
        await card('The Inn in the Net', page).waitFor()
      }
    })
  })
})
