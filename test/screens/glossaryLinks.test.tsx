import { screen, waitFor } from '@testing-library/react'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { aGlossaryEntry, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, reply } from '#test/helpers/screens/fakeApi.ts'
import { withSlowClock } from '#test/helpers/server/slowClock.ts'
import { card, checkbox, eel, entries, list, moth, openGlossary, titles } from './openGlossary.tsx'

// The test environment scrolls nothing.
const goTo = jest.fn()
beforeEach(() => {
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

/** A server with pages, which also answers for one entry where it says so. */
const paged =
  (all: GlossaryEntry[], isAnnounced: boolean) =>
  ({ query }: FakeCall) => {
    if (query.entry !== undefined)
      return reply(
        200,
        all.filter((each) => String(each.id) === query.entry),
      )
    const isWhole = all.length <= 10
    return reply(200, isWhole ? all : all.slice(0, 10), {
      ...(!isWhole && { Link: '</api/glossary/entries/?cursor=abc>; rel="next"' }),
      ...(isAnnounced && { 'X-Lookup': 'entry' }),
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
    const page = open(paged([...entries(30), zebra], true))
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
    const page = open(paged([...entries(30), zebra], false))
    expect(await titles()).toHaveLength(10)
    expect(missing()).toEqual([
      'The entry of this link cannot be found. If it is your own and still under review, log in and open the link again.',
    ])
    expect(page.api.calls('listGlossaryEntries')).toHaveLength(1)
  })

  it('of no entry leaves the list and says so quietly', async () => {
    open(paged(entries(3), true), '/discordia/world?entry=77', true)
    expect(await titles()).toHaveLength(3)
    await waitFor(() =>
      expect(missing()).toEqual([
        'The entry of this link cannot be found. It may have been removed.',
      ]),
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

  it('is forgotten with the first other choice', async () => {
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
    const page = open(paged([own], true), '/discordia/world?show=mine&entry=77', true)
    expect(await link('Zebra')).toHaveAttribute('href', '/discordia/world?show=mine&entry=77')
    expect(page.api.calls('listGlossaryEntries')[0]?.query.showMyEntries).toBe('true')
  })

  it('does not complain about an entry that the visitor has just deleted', async () => {
    const own = { ...zebra, pending: true }
    const page = open([own], '/discordia/world?show=mine&entry=77', true)
    await page.user.click((await card('Zebra')).getByRole('button', { name: 'Delete Entry' }))
    page.api.answer({ listGlossaryEntries: [], deleteGlossaryEntry: {} })
    await page.user.click(screen.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(missing()).toEqual(['There are no glossary entries to display.']))
  })
})
