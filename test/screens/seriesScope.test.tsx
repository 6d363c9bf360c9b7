import { screen, waitFor, within } from '@testing-library/react'
import type { Plan } from '#contract/planning.ts'
import { id } from '#test/helpers/fixtures/siteState.ts'
import { later } from '#test/helpers/screens/fakeApi.ts'
import { aDate, aPlan, openSessions, ravensOf } from './openSessions.tsx'

const START = Date.UTC(2030, 4, 4, 17)
const WEEK_MS = 604_800_000

const dates = Array.from({ length: 5 }, (_, at) => {
  const start = START + at * WEEK_MS
  return aDate({
    id: id(at + 9),
    title: 'Thursdays',
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + WEEK_MS / 42).toISOString(),
    place: at === 1 ? 'Linz' : 'Graz',
    repeats: true,
    answers: [{ member_id: id(2), name: 'Tamsin', answer: 'coming' }],
  })
})
const plan = aPlan({ dates })

async function open(more: Parameters<typeof openSessions>[1] = {}) {
  const page = await openSessions(plan, { listGroups: [ravensOf('wren', 'Tamsin')], ...more })
  await page.region.findByText('Linz')
  return page
}

describe('The dates of a series', () => {
  it('are the next one in full, the second in a row with its own place, and the rest on demand', async () => {
    const { region, user } = await open()
    const rows = () => region.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    expect(region.getByText('1 is coming: Tamsin')).toBeVisible()
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).toContain('Thursdays\u00a0· Linz\u00a0· 1 of 2 coming')
    await user.click(region.getByRole('button', { name: 'Show 3 more dates' }))
    expect(rows()).toHaveLength(4)
  })

  it('stay folded after one was planned, which the message names', async () => {
    const { region, user } = await open({ planSession: plan })
    await user.click(region.getByRole('button', { name: 'Plan a session' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan a session' }))
    await user.type(dialog.getByLabelText('Start'), '2030-05-04T19:00')
    await user.click(dialog.getByRole('button', { name: 'Save session' }))
    expect(await screen.findByText('Session planned.')).toBeVisible()
    expect(region.getAllByRole('listitem')).toHaveLength(1)
  })

  it('show an answer before the response', async () => {
    const response = later<Plan>()
    const { region, user } = await open({ answerDate: () => response.promise })
    const [, row] = region.getAllByRole('group')
    if (row === undefined) throw new Error('No row')
    await user.click(within(row).getByRole('radio', { name: 'Coming' }))
    await waitFor(() => expect(within(row).getByRole('radio', { name: 'Coming' })).toBeChecked())
    expect(await region.findByText('2 of 2 coming', { exact: false })).toBeVisible()
    response.resolve(plan)
  })

  it.each(['This date only', 'This and later dates', 'All dates'])(
    'are changed as far as chosen: %s',
    async (choice) => {
      const { api, user, region } = await open({ changeDate: plan })
      const [, more] = region.getAllByRole('button', { name: /^More for the session/ })
      if (more === undefined) throw new Error('No menu')
      await user.click(more)
      await user.click(await screen.findByRole('menuitem', { name: 'Change' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Change session' }))
      const scope = within(dialog.getByRole('group', { name: 'Apply to' }))
      // The question comes first; one date is the careful answer.
      expect(scope.getByRole('radio', { name: 'This date only' })).toHaveFocus()
      expect(scope.getByRole('radio', { name: 'This date only' })).toBeChecked()
      await user.click(scope.getByRole('radio', { name: choice }))
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      const scopes = {
        'This date only': 'this',
        'This and later dates': 'later',
        'All dates': 'all',
      }
      await waitFor(() =>
        expect(api.calls('changeDate')).toMatchObject([
          { body: { scope: scopes[choice as keyof typeof scopes], place: 'Linz', sequence: 3 } },
        ]),
      )
    },
  )

  it('have a dialog that Escape closes until something is typed', async () => {
    const { user, region } = await open()
    const plans = region.getByRole('button', { name: 'Plan a session' })
    await user.click(plans)
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan a session' }))
    await user.type(dialog.getByLabelText('Start'), '2030-05-04T19:00')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(plans)
    await user.type(await screen.findByRole('textbox', { name: 'Place (optional)' }), 'Graz')
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Plan a session' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Place (optional)' })).toHaveValue('Graz')
  })
})
