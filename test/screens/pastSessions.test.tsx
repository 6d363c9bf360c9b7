import { screen, waitFor, within } from '@testing-library/react'
import type { GameDateId } from '#contract/ids.ts'
import type { PastDate, PastDates, PastDetails } from '#contract/past.ts'
import { aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, refusal } from '#test/helpers/screens/fakeApi.ts'
import { openDashboard } from './openDashboard.tsx'
import { group } from './openGroup.tsx'
import { aPlan } from './openSessions.tsx'

const plan = (total: number | undefined) => aPlan(total === undefined ? {} : { past: { total } })
const past = (over: Partial<PastDate> = {}): PastDate => ({
  id: id(9),
  title: 'Into the mine',
  starts_at: '2024-05-04T17:00:00.000Z',
  ends_at: '2024-05-04T21:00:00.000Z',
  place: 'Graz',
  came: [{ member_id: id(1), name: 'Mara' }],
  came_gone: 0,
  has_recap: true,
  excerpt: [{ text: 'We found it.', is_match: false }],
  ...over,
})
const details = (over: Partial<PastDetails> = {}): PastDetails => ({
  date: past(),
  recap: {
    text: 'We found it.',
    version: 3,
    written_by: 'Finn',
    written_at: '2024-05-05T17:00:00.000Z',
  },
  ...over,
})
const pages = (...dates: PastDate[]): PastDates => ({ dates, next: null })

async function open(responses: Parameters<typeof openDashboard>[0] = {}, query = '') {
  const page = openDashboard(
    {
      getProfile: aProfile({ features: ['planning'] }),
      listGroups: [group('owner')],
      getPlan: plan(1),
      listPastDates: pages(past()),
      getPastDate: details(),
      ...responses,
    },
    { at: `/discordia/dashboard?group=4&part=sessions${query}` },
  )
  await screen.findByRole('button', { name: 'Plan a session' })
  return page
}
const fold = () => screen.getByRole('button', { name: /^Past sessions/ })
const row = (title = 'Into the mine') => screen.findByRole('button', { name: new RegExp(title) })

describe('Past sessions of a group', () => {
  it('are not offered without an announcement, and none before the first one', async () => {
    for (const total of [undefined, 0]) {
      const { unmount } = await open({ getPlan: plan(total) })
      expect(screen.queryByRole('button', { name: /^Past sessions/ })).toBeNull()
      unmount()
    }
  })

  it('open the form of the recap that the URL asks for, once', async () => {
    const { user } = await open({}, '&date=9#group-4-recap')
    const form = await screen.findByRole('dialog', { name: 'Recap' })
    await user.click(within(form).getByRole('button', { name: /close/i }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are fetched when they are unfolded, and older ones by a button', async () => {
    const { api, user } = await open({
      getPlan: plan(12),
      listPastDates: ({ query }: FakeCall) =>
        query['before'] === '9'
          ? pages(past({ id: id(8), title: 'Before that', came: [], came_gone: 0 }))
          : { dates: [past({ came_gone: 1 })], next: id<GameDateId>(9) },
    })
    expect(api.calls('listPastDates')).toEqual([])
    expect(fold()).toHaveTextContent('Past sessions (12)')
    await user.click(fold())
    expect(await row()).toHaveTextContent('· Graz')
    expect(screen.getByText('2 came')).toBeVisible()
    expect(screen.getByText('We found it.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show older sessions' }))
    await row('Before that')
    expect(screen.queryByRole('button', { name: 'Show older sessions' })).toBeNull()
    expect(api.calls('getPastDate')).toEqual([])
  })

  it('open with who came, the recap with links to what it names, and its last writer', async () => {
    const { user } = await open({
      getPastDate: details({
        date: past({ came_gone: 2 }),
        recap: {
          ...details().recap,
          text_rich: [
            {
              type: 'paragraph',
              runs: ['We found ', { text: 'Halm', term: { kind: 'glossary', id: 5 } }],
            },
          ],
        },
      }),
    })
    await user.click(fold())
    await user.click(await row())
    expect(await screen.findByText('Who came: Mara and 2 former members')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Halm' })).toHaveAttribute(
      'href',
      expect.stringContaining('5'),
    )
    expect(screen.getByText('Last changed by Finn,')).toBeVisible()
    // Only those who plan get the names of the others.
    expect(screen.queryByRole('button', { name: 'Correct who came' })).toBeNull()
  })

  it('are searched once typing pauses, with the matches marked', async () => {
    const { api, user } = await open({
      listPastDates: ({ query }: FakeCall) =>
        query['q'] === 'mine'
          ? pages(past({ excerpt: [{ text: 'mine', is_match: true }] }))
          : query['q'] === undefined
            ? pages(past({ title: 'The ball' }))
            : pages(),
    })
    await user.click(fold())
    await row('The ball')
    const field = screen.getByRole('searchbox', { name: 'Search past sessions' })
    await user.type(field, 'mine')
    const found = await row('Into the mine')
    expect(found.querySelector('mark')).toHaveTextContent('mine')
    await user.type(field, ' cart')
    expect(await screen.findByText('Nothing found for “mine cart”.')).toBeVisible()
    expect(api.calls('listPastDates')).toHaveLength(3)
    await user.clear(field)
    await row('The ball')
  })

  it('have a recap that is reported in its menu, unless the reader has written it', async () => {
    const getProfile = aProfile({ username: 'Mara', features: ['planning', 'reports'] })
    const { unmount, user } = await open({ getProfile })
    await user.click(fold())
    await user.click(await row())
    await user.click(await screen.findByRole('button', { name: 'More for Into the mine' }))
    await user.click(screen.getByRole('menuitem', { name: 'Report recap' }))
    expect(await screen.findByRole('dialog', { name: 'Report recap' })).toBeVisible()
    unmount()
    const own = details()
    const again = await open({
      getProfile,
      getPastDate: { ...own, recap: { ...own.recap, written_by: 'Mara' } },
    })
    await again.user.click(fold())
    await again.user.click(await row())
    expect(await screen.findByRole('button', { name: 'Edit recap' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull()
  })

  it('have a recap that is written in a dialog, and is in the list afterwards', async () => {
    let text = ''
    const current = () =>
      details({ recap: { text, version: text === '' ? 0 : 1, written_by: null, written_at: null } })
    const { api, user } = await open({
      listPastDates: () => pages(past({ excerpt: text === '' ? [] : [{ text, is_match: false }] })),
      getPastDate: current,
      saveRecap: ({ body }: { body: unknown }) => {
        text = (body as { text: string }).text
        return current()
      },
    })
    await user.click(fold())
    await user.click(await row())
    expect(await screen.findByText('No recap yet.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Write recap' }))
    const field = await screen.findByRole('textbox', { name: 'What happened' })
    await user.type(field, 'We won')
    await user.click(screen.getByRole('button', { name: 'Save recap' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls('saveRecap')[0]?.body).toEqual({ text: 'We won', version: 0 })
    expect(screen.getByText('Recap saved.')).toBeVisible()
    expect(await screen.findByText('We won', { selector: 'p' })).toBeVisible()
    await user.click(await row())
    expect(await screen.findByText('We won', { selector: 'span' })).toBeVisible()
  })

  it('keep what was typed after a conflict, beside the other text, and save over it on a second click', async () => {
    let version = 3
    const { api, user } = await open({
      getPastDate: () =>
        details({
          recap: { ...details().recap, text: version === 3 ? 'We found it.' : 'Theirs', version },
        }),
      saveRecap: () => {
        const isLate = version === 3
        version++
        return isLate ? refusal(409, 'recap_changed') : details()
      },
    })
    await user.click(fold())
    await user.click(await row())
    await user.click(await screen.findByRole('button', { name: 'Edit recap' }))
    const field = await screen.findByRole('textbox', { name: 'What happened' })
    await user.type(field, ' Mine.')
    await user.click(screen.getByRole('button', { name: 'Save recap' }))
    expect(await screen.findByText(/Someone else just changed this recap/)).toBeVisible()
    const theirs = await screen.findByRole('region', { name: 'The recap as it is now' })
    await waitFor(() => expect(theirs).toHaveTextContent('Theirs'))
    expect(field).toHaveValue('We found it. Mine.')
    await user.click(screen.getByRole('button', { name: 'Save recap' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = api.calls('saveRecap').map(({ body }) => (body as { version: number }).version)
    expect(sent).toEqual([3, 4])
  })

  it('let those who plan correct who came, with the changed members alone', async () => {
    const { api, user } = await open({
      getPastDate: details({ absent: [{ member_id: id(2), name: 'Finn' }] }),
      correctAttendance: details({ date: past({ came: [{ member_id: id(2), name: 'Finn' }] }) }),
    })
    await user.click(fold())
    await user.click(await row())
    await user.click(await screen.findByRole('button', { name: 'Correct who came' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Who came' }))
    expect(dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(
      ['Finn', 'Mara'],
    )
    await user.click(dialog.getByRole('checkbox', { name: 'Finn' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Mara' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Mara' }))
    await user.click(dialog.getByRole('button', { name: 'Save who came' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls('correctAttendance')[0]?.body).toEqual({
      changes: [{ member_id: 2, came: true }],
    })
    expect(await screen.findByText('Who came: Finn')).toBeVisible()
  })

  it('are unfolded at the one that the URL names, also if it is an older one', async () => {
    const { unmount } = await open({}, '&date=9')
    expect(await row()).toHaveAttribute('aria-expanded', 'true')
    await waitFor(() => expect(screen.getByText('Who came: Mara').closest('li')).toHaveFocus())
    unmount()
    await open({ listPastDates: pages(past({ id: id(30), title: 'Newer' })) }, '&date=9')
    expect(await row()).toHaveAttribute('aria-expanded', 'true')
    expect(await row('Newer')).toHaveAttribute('aria-expanded', 'false')
  })

  it('say so if the one in the URL is gone, and retry what cannot be loaded', async () => {
    let isDown = true
    const { user } = await open(
      {
        getPastDate: () => refusal(404, 'not_found'),
        listPastDates: () => (isDown ? refusal(500) : pages(past({ id: id(30), title: 'Newer' }))),
      },
      '&date=9',
    )
    const again = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(again)
    await row('Newer')
    expect(await screen.findByText(/We couldn’t find this session/)).toBeVisible()
  })
})
