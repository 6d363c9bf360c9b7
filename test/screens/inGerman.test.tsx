import { screen, waitFor } from '@testing-library/react'
import { aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { inGerman } from '#test/helpers/screens/inGerman.ts'
import { testI18n } from '#test/helpers/screens/testI18n.ts'
import { openDashboard } from './openDashboard.tsx'
import { aDate, aPlan, EMPTY_PLAN, openPlan, ravensOf } from './openSessions.tsx'

beforeEach(inGerman)
afterEach(() => testI18n.changeLanguage('en'))

const ravens = { ...ravensOf('wren', 'Tamsin', 'Öznur', 'Zoe'), plan: EMPTY_PLAN }
const date = aDate({
  // A Friday in any zone of the tests.
  starts_at: '2030-05-03T17:00:00.000Z',
  ends_at: '2030-05-03T21:00:00.000Z',
  time_zone: 'UTC',
  repeats: true,
  rhythm: {
    unit: 'month',
    every: 1,
    weekdays: ['FR'],
    weeks: [1, 3],
    until: '2030-12-06T12:00:00.000Z',
  },
  host: null,
  answers: ['Tamsin', 'Öznur', 'Zoe'].map((name, index) => ({
    member_id: id(index + 2),
    name,
    answer: 'coming',
  })),
})
const plan = aPlan({ dates: [date], rhythms: true, skipped: [] })

test('a session has its date, its rhythm and the list of those who come in German', async () => {
  const getProfile = aProfile({ username: 'wren', features: ['planning'] })
  openPlan(plan, { getProfile, listGroups: [ravens] })
  const rhythm = 'Erster und dritter Freitag im Monat, bis Fr., 6. Dez. 2030'
  expect(await screen.findByText(rhythm)).toBeVisible()
  const [first] = screen.getAllByText(/^Fr\., 3\. Mai 2030, \d\d:\d\d–\d\d:\d\d$/)
  expect(first).toBeVisible()
  expect(screen.getByText(/: Tamsin, Öznur und Zoe$/)).toBeVisible()
})

test('countries have their German names, in the order of these', async () => {
  const countries = [
    { key: 'AT', name: 'Austria' },
    { key: 'DE', name: 'Germany' },
    { key: 'CZ', name: 'Czechia' },
    { key: 'x', name: 'Nowhere' },
  ]
  const { user } = openDashboard(
    { listOrderDetails: [], listCountries: countries },
    { at: '/discordia/dashboard?tab=details' },
  )
  const country = await screen.findByRole('button', { name: 'Land Land wählen' })
  await waitFor(() => expect(country).toBeEnabled())
  await user.click(country)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Deutschland',
    'Nowhere',
    'Österreich',
    'Tschechien',
  ])
})
