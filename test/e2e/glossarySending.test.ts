import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Route } from 'playwright-core'
import sharp from 'sharp'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { choose, dropdown } from '#test/helpers/browser/dropdown.ts'
import { enterAs, tokensOf } from '#test/helpers/browser/enterAs.ts'
import {
  aPicture,
  bringFile,
  entryDialog,
  fillEntry,
  fillSubEntry,
  openEntryForm,
  sendEntry,
  subEntry,
} from '#test/helpers/browser/entryForm.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'

type Entry = {
  id: number
  title: string
  image: string | null
  entry_type: number
  entry_subtype_name: string | null
  pending: boolean
}
type Named = { id: number; name: string }

const MEMBER = 'oskar@discordia.example'
const CREATED = 'You have created a new entry. It will be under approval.'
const FIRST = '**/glossary/user-entries/'
const SECOND = /glossary\/entries\/\d+\/sub-entries\/$/
const MINE = 'Show my entries'

describe('Create glossary item, sending (behaviour 2, 4, 7, 8)', () => {
  const built = builtSite()

  const ask = async <Answer>(path: string, access?: string): Promise<Answer> => {
    const headers = access ? { Authorization: `Bearer ${access}` } : undefined
    return (await fetch(`${built.site.url}/api/glossary${path}`, { headers })).json()
  }
  const own = async (search: string, email = MEMBER): Promise<Entry[]> => {
    const { access } = await tokensOf(built.site, email)
    return ask(`/entries/?showMyEntries=true&search=${encodeURIComponent(search)}`, access)
  }
  const card = (name: string) => built.page.getByRole('article', { name, exact: true })
  const checkbox = (name: string) => built.page.getByRole('checkbox', { name, exact: true })
  const form = () => entryDialog(built.page)
  const name = () => form().getByRole('textbox', { name: 'Name', exact: true })
  const text = () => subEntry(built.page, 1).getByRole('textbox', { name: 'Text', exact: true })
  const send = () => sendEntry(built.page)
  const submit = () => form().getByRole('button', { name: 'Send Item for Review', exact: true })
  const created = () => toastOn(built.page, 'status', CREATED)
  /** The form stands as before, with no message anywhere. */
  const expectSilence = async () => {
    await form().locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    expect(await submit().isEnabled()).toBe(true)
    expect(await form().getByRole('alert').count()).toBe(0)
    const toasts = built.page.getByRole('region', { name: /otifications$/ })
    expect((await toasts.allTextContents()).join('')).toBe('')
  }
  const openPage = async () => {
    await built.page.goto('/discordia/world')
    await built.page.getByRole('article').first().waitFor()
    await built.settled()
  }
  const open = async (email = MEMBER) => {
    await enterAs(built.page, built.site, email)
    await openPage()
    await openEntryForm(built.page)
  }
  const stored = () => readdirSync(join(built.site.dataDir, 'uploads'), { recursive: true }).length

  describe('Two steps', () => {
    test('the entry first, then its sub-entries using the returned id; toast, closed form, Show my entries, a new list', async () => {
      const { results } = await ask<{ results: Named[] }>('/entry-types/')
      const customs = results.find((type) => type.name === 'Customs')?.id
      await open()
      await form().getByRole('button', { name: 'Close', exact: true }).click()
      await checkbox('User-made Entries only').click()
      await built.page.waitForURL('**/discordia/world?show=users')
      await built.settled()
      await openEntryForm(built.page)
      await fillEntry(built.page, ' The Borrowed Stool ')
      await form().getByRole('button', { name: 'Add Additional Sub-Title & Text' }).click()
      await fillSubEntry(built.page, 2, 'Afterwards', 'It wobbles.')
      const calls = watchCalls(built.page)
      const first = built.page.waitForRequest(FIRST)
      const answered = built.page.waitForResponse(FIRST)
      await submit().dblclick()
      await created()
      await form().waitFor({ state: 'detached' })
      expect(await checkbox(MINE).isChecked()).toBe(true)
      expect(await checkbox('User-made Entries only').isChecked()).toBe(false)
      await card('The Borrowed Stool').getByRole('note', { name: '(Pending)' }).waitFor()

      const body = Uint8Array.from((await first).postDataBuffer() ?? [])
      const sent = new Response(body, { headers: (await first).headers() })
      expect([...(await sent.formData())]).toEqual([
        ['title', 'The Borrowed Stool'],
        ['entry_type', String(customs)],
      ])
      expect((await first).headers().authorization).toMatch(/^Bearer /)
      const { id } = (await (await answered).json()) as { id: number }
      expect(callsTo(calls, 'POST')).toEqual([
        { call: 'POST /glossary/user-entries/', body: null },
        {
          call: `POST /glossary/entries/${id}/sub-entries/`,
          body: {
            sub_entries: [
              { title: 'In use', content: 'Everybody owns it on Tuesdays.', glossary_entry: id },
              { title: 'Afterwards', content: 'It wobbles.', glossary_entry: id },
            ],
          },
        },
      ])
      expect(calls.at(-1)?.call).toBe(
        'GET /glossary/entries/?search=&type=Any&subtype=Any&showUserEntries=false&showMyEntries=true&sort=Alphabetical&limit=10',
      )
      expect(await own('Borrowed Stool')).toHaveLength(1)
      expect(await ask('/entries/?search=Borrowed%20Stool')).toEqual([])
    })

    test('with sub-type and image: stored cleaned, shown in the card, pending, and deleted with its file', async () => {
      const before = stored()
      await open()
      await fillEntry(built.page, 'The Painted Spoon')
      await choose(form(), 'Sub-Type', 'Law and Debt')
      const buffer = await aPicture('jpeg')
      expect((await sharp(buffer).metadata()).exif).toBeDefined()
      await bringFile(built.page, 'drop', { name: '../a.jpg', mimeType: 'image/jpeg', buffer })
      await form().getByRole('img', { name: 'Preview of the image' }).waitFor()
      await send()
      await created()
      const [entry] = await own('Painted Spoon')
      expect(entry).toMatchObject({ entry_subtype_name: 'Law and Debt', pending: true })
      const picture = await fetch(`${built.site.url}${entry?.image}`)
      expect(picture.headers.get('content-type')).toMatch(/^image\/(jpeg|png)$/)
      const kept = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
      expect([kept.width, kept.height, kept.exif]).toEqual([300, 200, undefined])
      expect(stored()).toBeGreaterThan(before)

      const spoon = card('The Painted Spoon')
      await spoon.getByRole('button', { name: 'The Painted Spoon', exact: true }).click()
      await spoon.getByText('Everybody owns it on Tuesdays.').waitFor()
      await built.page.waitForFunction((src) => {
        const img = document.querySelector<HTMLImageElement>(`article img[src="${src}"]`)
        return (img?.naturalWidth ?? 0) > 0
      }, entry?.image ?? '')
      await spoon.getByRole('button', { name: 'Delete Entry' }).click()
      const gone = built.page.waitForResponse('**/delete-entry/*')
      await built.page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
      expect((await gone).status()).toBe(200)
      await spoon.waitFor({ state: 'detached' })
      expect((await fetch(`${built.site.url}${entry?.image}`)).status).toBe(404)
    })
  })

  test('all of it goes by keys alone', async () => {
    await enterAs(built.page, built.site, MEMBER)
    await openPage()
    const { keyboard } = built.page
    const tabTo = async (target: Locator) => {
      const isThere = () => target.evaluate((at) => at === document.activeElement)
      for (let presses = 0; presses < 12 && !(await isThere()); presses += 1)
        await keyboard.press('Tab')
      expect(await isThere()).toBe(true)
    }
    await built.page.getByRole('button', { name: 'Create new glossary item' }).focus()
    await keyboard.press('Enter')
    await name().waitFor()
    await keyboard.type('A Thing of Keys')
    await tabTo(form().getByLabel('Image', { exact: true }))
    await tabTo(dropdown(form(), 'Type'))
    await keyboard.press('Enter')
    await form().getByRole('option', { name: 'Customs' }).waitFor()
    await keyboard.type('customs')
    await keyboard.press('Enter')
    await tabTo(dropdown(form(), 'Sub-Type'))
    await keyboard.press('ArrowDown')
    await form().getByRole('option', { name: 'Law and Debt' }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await form().getByRole('button', { name: 'Sub-Type Law and Debt' }).waitFor()
    await tabTo(subEntry(built.page, 1).getByRole('textbox', { name: 'Sub-title' }))
    await keyboard.type('Pressed')
    await tabTo(text())
    await keyboard.type('One after the other.')
    await tabTo(submit())
    await keyboard.press('Enter')
    await created()
    const [entry] = await own('Thing of Keys')
    expect(entry?.entry_subtype_name).toBe('Law and Debt')
  })

  describe('Failures', () => {
    test.each([
      ['is refused', (route: Route) => route.fulfill({ status: 400, json: { errors: [] } })],
      ['does not arrive', (route: Route) => route.abort()],
    ])(
      'a first step that %s is logged only; the form stays open, and another try makes it',
      async (way, fail) => {
        const title = `A first step that ${way}`
        await open()
        await fillEntry(built.page, title)
        await built.page.route(FIRST, fail)
        const logged = built.page.waitForEvent('console', (message) =>
          message.text().startsWith('createGlossaryEntry failed'),
        )
        const calls = watchCalls(built.page)
        await send()
        await logged
        await expectSilence()
        expect(callsTo(calls, 'POST').map(({ call }) => call)).toEqual([
          'POST /glossary/user-entries/',
        ])
        expect(await name().inputValue()).toBe(title)
        expect(await own(title)).toEqual([])
        await built.page.unroute(FIRST)
        await send()
        await created()
        expect(await own(title)).toHaveLength(1)
      },
    )

    test('an answer of the first step that is lost makes no second entry', async () => {
      await open()
      await fillEntry(built.page, 'The Lost Answer')
      await built.page.route(FIRST, async (route) => {
        await route.fetch()
        await route.abort()
      })
      const failed = built.page.waitForEvent('requestfailed')
      await send()
      await failed
      await expectSilence()
      await built.page.unroute(FIRST)
      await send()
      await created()
      expect(await own('The Lost Answer')).toHaveLength(1)
    })

    test('a second step that fails is logged only; another try repeats the second alone', async () => {
      await open()
      await fillEntry(built.page, 'The Second Step')
      await built.page.route(SECOND, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
      )
      const logged = built.page.waitForEvent('console', (message) =>
        message.text().startsWith('createGlossarySubEntries failed'),
      )
      await send()
      await logged
      await expectSilence()
      expect(await name().isDisabled()).toBe(true)
      expect(await dropdown(form(), 'Type').isDisabled()).toBe(true)
      // Half sent it is harmless: an entry without sections, of its author alone.
      const [half] = await own('The Second Step')
      const { access } = await tokensOf(built.site, MEMBER)
      expect(half?.pending).toBe(true)
      expect(await ask(`/entries/${half?.id}/sub-entries/`, access)).toEqual([])
      expect(await ask('/entries/?search=The%20Second%20Step')).toEqual([])

      await text().fill('Corrected.')
      await built.page.unroute(SECOND)
      const calls = watchCalls(built.page)
      await send()
      await created()
      expect(callsTo(calls, 'POST').map(({ call }) => call)).toEqual([
        `POST /glossary/entries/${half?.id}/sub-entries/`,
      ])
      expect(await own('The Second Step')).toHaveLength(1)
      expect(await ask(`/entries/${half?.id}/sub-entries/`, access)).toEqual([
        { title: 'In use', content: 'Corrected.', glossary_entry: half?.id },
      ])
    })
  })

  describe('The draft', () => {
    test('is kept when the form is closed and when the page is loaded again, until it is sent', async () => {
      await open()
      await fillEntry(built.page, 'The Drafty Hall')
      await built.page.keyboard.press('Escape')
      await form().waitFor({ state: 'detached' })
      for (const again of ['opened', 'reloaded']) {
        if (again === 'reloaded') await openPage()
        await openEntryForm(built.page)
        expect(await name().inputValue()).toBe('The Drafty Hall')
        await form().getByRole('button', { name: 'Type Customs', exact: true }).waitFor()
        expect(await text().inputValue()).toBe('Everybody owns it on Tuesdays.')
      }
      await send()
      await created()
      await form().waitFor({ state: 'detached' })
      await openEntryForm(built.page)
      expect(await name().inputValue()).toBe('')
      expect(await text().inputValue()).toBe('')
    })

    test('is of one member: it is gone after the logout, for whoever comes next', async () => {
      await open()
      await fillEntry(built.page, 'A Private Thought')
      await form().getByRole('button', { name: 'Close', exact: true }).click()
      await form().waitFor({ state: 'detached' })
      await built.page.getByRole('link', { name: 'Logout' }).click()
      await built.page.getByRole('button', { name: 'Leave', exact: true }).click()
      await built.page.waitForURL('**/auth/login')
      expect(
        JSON.stringify(await built.page.evaluate(() => ({ ...sessionStorage }))),
      ).not.toContain('A Private Thought')
      for (const email of ['wren@discordia.example', MEMBER]) {
        await open(email)
        expect(await name().inputValue()).toBe('')
      }
    })
  })
})
