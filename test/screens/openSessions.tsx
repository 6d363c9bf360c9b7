import { screen, within } from '@testing-library/react'
import type { DateOption } from '#contract/datePolls.ts'
import type { GameDate, Plan } from '#contract/planning.ts'
import { aGroup, aMember, aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { openDashboard } from './openDashboard.tsx'

/** The group of the tests of planning; its first member is the owner. */
export const ravensOf = (...names: string[]) =>
  aGroup({
    id: id(4),
    name: 'Ravens',
    members: names.map((name, at) => aMember({ id: id(at + 1), name, owner: at === 0 })),
  })
export const ravens = ravensOf('wren', 'Tamsin', 'Otto')

/** What the list of groups says of a plan in which nothing is planned. */
export const EMPTY_PLAN = { next_session: null, open_polls: 0, may_plan: true }

export const aDate = (over: Partial<GameDate> = {}): GameDate => ({
  id: id(9),
  session_id: id(8),
  title: 'Into the mine',
  starts_at: '2030-05-04T17:00:00.000Z',
  ends_at: '2030-05-04T21:00:00.000Z',
  time_zone: 'Europe/Vienna',
  place: 'Graz',
  link: '',
  notes: '',
  sequence: 3,
  repeats: false,
  answers: [],
  mine: null,
  ...over,
})

export const anOption = (over: Partial<DateOption> = {}): DateOption => ({
  id: id(21),
  starts_at: '2030-05-04T17:00:00.000Z',
  ends_at: '2030-05-04T21:00:00.000Z',
  answers: [],
  mine: null,
  is_best: false,
  ...over,
})

/** The plan of a group as its owner has it. */
export const aPlan = (over: Partial<Plan> = {}): Plan => ({
  planners: 'owners',
  may_plan: true,
  may_choose: true,
  polls: [],
  dates: [],
  later: 0,
  ...over,
})

/** Opens the part of the group's card that shows the plan. */
export const openPlan = (
  plan: Plan | (() => unknown),
  more: Parameters<typeof openDashboard>[0] = {},
) =>
  openDashboard(
    {
      getProfile: aProfile({ features: ['planning'] }),
      listGroups: [ravens],
      getPlan: plan,
      ...more,
    },
    { at: '/discordia/dashboard?group=4&part=sessions' },
  )

export async function openSessions(...plan: Parameters<typeof openPlan>) {
  const page = openPlan(...plan)
  return { ...page, region: within(await screen.findByRole('region', { name: 'Sessions' })) }
}
