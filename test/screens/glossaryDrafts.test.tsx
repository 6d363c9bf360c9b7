import { act, screen, waitFor, within } from '@testing-library/react'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { aGlossaryEntry, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { withSlowClock } from '#test/helpers/server/slowClock.ts'
import {
  dialog,
  field,
  fill,
  gone,
  image,
  openForm,
  type Page,
  png,
  preview,
  section,
} from './openEntryForm.tsx'
import { card, checkbox, eel, entries, list, moth, openGlossary, titles } from './openGlossary.tsx'

describe('The draft', () => {
  const open = (page: Page) =>
    page.user.click(screen.getByRole('button', { name: 'Create new glossary item' }))

  it('outlives the form, its picture too', async () => {
    const page = await openForm()
    await page.user.upload(image(), png)
    await fill(page)
    await page.user.keyboard('{Escape}')
    await gone()
    await open(page)
    expect(field('Name')).toHaveValue('Lamp-moth')
    expect(section(1).getByRole('textbox', { name: 'Text' })).toHaveValue('Nocturnal.')
    expect(preview()).toBeVisible()
  })

  it('outlives a reload, without the picture', async () => {
    const before = await openForm()
    await fill(before)
    before.unmount()
    await openForm()
    expect(field('Name')).toHaveValue('Lamp-moth')
    expect(dialog().getByRole('button', { name: 'Type Creatures' })).toBeVisible()
    expect(preview()).not.toBeInTheDocument()
  })

  it.each([
    ['a logout', undefined],
    ['the end of a session that names no member', 'expired'],
  ] as const)('is gone after %s, for the next member', async (_what, reason) => {
    const before = await openForm()
    await fill(before)
    act(() => void before.store.dispatch(sessionEnded(reason)))
    before.unmount()
    await openForm()
    expect(field('Name')).toHaveValue('')
  })
})

describe('A rejected entry', () => {
  const sled = aGlossaryEntry({
    id: id(6),
    title: 'Exploding Sled',
    entry_type: id(1),
    entry_subtype: id(11),
    created_by: { username: 'mira', is_staff: false },
    pending: true,
    is_rejected: true,
  })
  const sections = [
    { title: 'In use', content: 'Once.', glossary_entry: 6 },
    { title: 'Afterwards', content: 'Snow.', glossary_entry: 6 },
  ]

  function openWith(entry: Partial<GlossaryEntry> = {}) {
    return openGlossary(
      {
        listGlossaryEntries: [{ ...sled, ...entry }],
        listGlossarySubEntries: sections,
        createGlossaryEntry: () => reply(201, { id: 41 }),
        createGlossarySubEntries: () => reply(201, []),
      },
      { state: asMember(), at: '/discordia/world?show=mine' },
    )
  }
  const reuse = async () =>
    (await card('Exploding Sled')).getByRole('button', { name: 'Use as draft' })
  const form = async () =>
    within(await screen.findByRole('dialog', { name: 'Create New Glossary Item' }))
  const question = () => within(screen.getByRole('dialog', { name: 'Replace your draft?' }))
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  it('shows the reason at once, on its closed card (ruling 73)', async () => {
    openWith({ rejection_reason: 'Sleds do not explode.\nPlease say why.' })
    const own = await card('Exploding Sled')
    expect(own.getByText(/Sleds do not explode/)).toBeVisible()
    expect(own.getByRole('button', { name: 'Exploding Sled' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    expect(own.getByRole('note', { name: '(Rejected)' })).toHaveAccessibleDescription(
      'Your entry was rejected',
    )
  })

  it.each([undefined, '  '])(
    'has no word about a reason that is not given (%j)',
    async (reason) => {
      openWith({ rejection_reason: reason })
      const own = await card('Exploding Sled')
      expect(own.queryByText('Reason:')).not.toBeInTheDocument()
      expect(await reuse()).toBeVisible()
    },
  )

  it('that is pending has neither', async () => {
    openWith({ is_rejected: false })
    const own = await card('Exploding Sled')
    expect(own.queryByRole('button', { name: 'Use as draft' })).not.toBeInTheDocument()
  })

  it('fills the form with its name, type, sub-type and sub-entries, and says that the picture stays behind', async () => {
    const { user, api } = openWith({ image: '/files/sled.jpg' })
    await user.click(await reuse())
    const dialog = await form()
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Exploding Sled')
    expect(await dialog.findByRole('button', { name: 'Type Creatures' })).toBeEnabled()
    expect(await dialog.findByRole('button', { name: 'Sub-Type Of water' })).toBeEnabled()
    const second = within(dialog.getByRole('group', { name: 'Sub-entry 2' }))
    expect(second.getByRole('textbox', { name: 'Sub-title' })).toHaveValue('Afterwards')
    expect(second.getByRole('textbox', { name: 'Text' })).toHaveValue('Snow.')
    expect(dialog.getByLabelText('Image')).toHaveAccessibleDescription(
      'We couldn’t copy the picture from the rejected entry. Choose it again if you want to keep it.',
    )
    await user.click(dialog.getByRole('button', { name: 'Send Item for Review' }))
    await gone()
    const [sent] = api.calls('createGlossaryEntry')
    expect([...((sent?.body ?? []) as FormData)]).toEqual([
      ['title', 'Exploding Sled'],
      ['entry_type', '1'],
      ['entry_subtype', '11'],
    ])
    expect(api.calls('createGlossarySubEntries')).toMatchObject([
      { path: '/glossary/entries/41/sub-entries/', body: { sub_entries: [{}, {}] } },
    ])
  })

  it('without a picture does not show that sentence', async () => {
    const { user } = openWith()
    await user.click(await reuse())
    expect((await form()).getByLabelText('Image')).toHaveAccessibleDescription(
      'Optional. JPEG or PNG, up to 15 MB.',
    )
  })

  it.each([
    ['Keep draft', 'Lamp-moth'],
    ['Replace draft', 'Exploding Sled'],
  ])('asks before it replaces a draft: %s', async (answer, title) => {
    const { user, unmount } = openWith()
    await user.click(await screen.findByRole('button', { name: 'Create new glossary item' }))
    await user.type((await form()).getByRole('textbox', { name: 'Name' }), 'Lamp-moth')
    // The text survives a reload of the page.
    unmount()
    const again = openWith()
    await again.user.click(await reuse())
    expect(question().getByText(/“Lamp-moth”/)).toBeVisible()
    await again.user.click(question().getByRole('button', { name: answer }))
    if (answer === 'Keep draft') {
      await gone()
      await again.user.click(screen.getByRole('button', { name: 'Create new glossary item' }))
    }
    expect((await form()).getByRole('textbox', { name: 'Name' })).toHaveValue(title)
  })

  it('whose sub-entries fail to load opens no half-filled form, and can be retried', async () => {
    const { user, api } = openWith()
    api.respond({ listGlossarySubEntries: refusal(500) })
    await user.click(await reuse())
    expect(await (await card('Exploding Sled')).findByRole('alert')).toHaveTextContent(
      'We couldn’t load this.',
    )
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    api.respond({ listGlossarySubEntries: sections })
    await user.click(await reuse())
    expect((await form()).getByRole('textbox', { name: 'Name' })).toHaveValue('Exploding Sled')
  })
})

describe('Links to entries', () => {
  // jsdom does not scroll.
  const goTo = jest.fn()
  beforeEach(() => {
    announceInHead('entry_lookup')
    goTo.mockReset()
    HTMLElement.prototype.scrollIntoView = function scrollIntoView() {
      goTo(this.querySelector('h3')?.textContent)
    }
  })
  withSlowClock()

  const zebra = aGlossaryEntry({ id: id(77), title: 'Zebra' })
  const toggle = (title: string) => screen.getByRole('button', { name: title })
  const missing = () =>
    list()
      .queryAllByRole('status')
      .map(({ textContent }) => textContent)

  /** A server with pages; it also returns single entries if it announces that. */
  const paged =
    (all: GlossaryEntry[]) =>
    ({ query }: FakeCall) => {
      if (query.entry !== undefined)
        return reply(
          200,
          all.filter((each) => String(each.id) === query.entry),
        )
      const isWhole = all.length <= 10
      return reply(200, isWhole ? all : all.slice(0, 10), {
        ...(!isWhole && { Link: '</api/glossary/entries/?cursor=abc>; rel="next"' }),
      })
    }
  const open = (listGlossaryEntries: unknown, at = '/discordia/world?entry=77', member = false) =>
    openGlossary({ listGlossaryEntries } as object, { at, state: member ? asMember() : undefined })

  describe('The URL of an entry', () => {
    it('opens the list with that entry open and in sight', async () => {
      const page = open([moth, zebra, eel])
      expect(await titles()).toEqual(['Lamp-moth', 'Zebra', 'Glass eel'])
      expect(toggle('Zebra')).toHaveAttribute('aria-expanded', 'true')
      expect(toggle('Lamp-moth')).toHaveAttribute('aria-expanded', 'false')
      await waitFor(() => expect(goTo).toHaveBeenCalledWith('Zebra'))
      expect(screen.getByRole('article', { name: 'Zebra' })).toHaveFocus()
      expect(goTo).toHaveBeenCalledTimes(1)
      expect(page.at()).toBe('/discordia/world?entry=77')
      expect(page.api.calls('listGlossaryEntries').map(({ query }) => query.entry)).toEqual([
        undefined,
      ])
      expect(missing()).toEqual([])
    })

    it('finds an entry far down in a list that came whole, and shows it above the others', async () => {
      open([...entries(30), zebra])
      expect(await titles()).toEqual(['Zebra', ...entries(10).map(({ title }) => title)])
      expect(toggle('Zebra')).toHaveAttribute('aria-expanded', 'true')
    })

    it('asks for an entry on another page where the server has a call for it', async () => {
      const page = open(paged([...entries(30), zebra]))
      await card('Zebra')
      expect((await titles())[0]).toBe('Zebra')
      expect(await titles()).toHaveLength(11)
      expect(page.api.calls('listGlossaryEntries')[1]?.query).toEqual({
        entry: '77',
        showMyEntries: 'false',
      })
      await waitFor(() => expect(goTo).toHaveBeenCalledWith('Zebra'))
      expect(missing()).toEqual([])
    })

    it('makes no further call to a server that offers no such call', async () => {
      withdrawHead()
      const page = open(paged([...entries(30), zebra]))
      expect(await titles()).toHaveLength(10)
      expect(missing()).toEqual([
        'We couldn’t find this entry. If it’s yours and still under review, log in and open the link again.',
      ])
      expect(page.api.calls('listGlossaryEntries')).toHaveLength(1)
    })

    it('of no entry leaves the list and says so quietly', async () => {
      open(paged(entries(3)), '/discordia/world?entry=77', true)
      expect(await titles()).toHaveLength(3)
      await waitFor(() =>
        expect(missing()).toEqual(['We couldn’t find this entry. It may have been removed.']),
      )
    })

    it.each(['0', '-1', 'x', '99999999999'])(
      'that is none (%s) says nothing at all',
      async (entry) => {
        const page = open([moth], `/discordia/world?entry=${entry}`)
        expect(await titles()).toEqual(['Lamp-moth'])
        await waitFor(() => expect(page.at()).toBe('/discordia/world'))
        expect(missing()).toEqual([])
      },
    )

    it('is removed with the first change of a filter', async () => {
      const page = open([...entries(30), zebra])
      await card('Zebra')
      await page.user.click(checkbox('User-made Entries only'))
      expect(await titles()).not.toContain('Zebra')
      await waitFor(() => expect(page.at()).toBe('/discordia/world'))
    })
  })

  describe('Link to this entry', () => {
    const link = async (title: string) =>
      (await card(title)).getByRole('link', { name: 'Link to this entry' })

    it('is a URL that can be copied and stays with the visit', async () => {
      const page = open([moth, zebra], '/discordia/world')
      await titles()
      await page.user.click(toggle('Zebra'))
      expect(await link('Zebra')).toHaveAttribute('href', '/discordia/world?entry=77')
      await page.user.click(await link('Zebra'))
      expect(page.at()).toBe('/discordia/world?entry=77')
      expect(toggle('Zebra')).toHaveAttribute('aria-expanded', 'true')
      await waitFor(() => expect(screen.getByRole('article', { name: 'Zebra' })).toHaveFocus())
    })

    it('of an entry under review leads among the own entries', async () => {
      const own = { ...zebra, pending: true }
      const page = open(paged([own]), '/discordia/world?show=mine&entry=77', true)
      expect(await link('Zebra')).toHaveAttribute('href', '/discordia/world?show=mine&entry=77')
      expect(page.api.calls('listGlossaryEntries')[0]?.query.showMyEntries).toBe('true')
    })

    it('does not complain about an entry that the visitor has just deleted', async () => {
      const own = { ...zebra, pending: true }
      const page = open([own], '/discordia/world?show=mine&entry=77', true)
      await page.user.click((await card('Zebra')).getByRole('button', { name: 'Delete Entry' }))
      page.api.respond({ listGlossaryEntries: [], deleteGlossaryEntry: {} })
      await page.user.click(screen.getByRole('button', { name: 'Yes' }))
      await waitFor(() => expect(missing()).toEqual(['There are no glossary entries to display.']))
    })
  })
})
