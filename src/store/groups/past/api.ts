import type { GameDateId, GroupId } from '#contract/ids.ts'
import { pastCalls } from '#contract/past.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'

type Past = { readonly group_id: GroupId; readonly id: GameDateId }

const putsDetails = ({ group_id, id }: Past) => ['getPastDate', { group_id, id }] as const
/** The group's page has the log. */
const ends = ({ group_id }: Past) =>
  [['PastDates', group_id], ['GroupPage', group_id], 'Upcoming'] as const

/** Only for plans that announce past dates. A published change of the plan refetches them. */
export const pastApi = endpointsOf(pastCalls, {
  beside: 'group_id',
  queries: { getPastDate: { tags: ({ group_id }) => [['GroupPlan', group_id]] } },
  pages: {
    listPastDates: {
      tags: ({ id }) => [
        ['GroupPlan', id],
        ['PastDates', id],
      ],
    },
  },
  changes: {
    saveRecap: { puts: putsDetails, ends },
    correctAttendance: { puts: putsDetails, ends },
  },
})

raiseToasts<typeof pastApi>({
  saveRecap: { done: 'toast.recap_saved' },
  correctAttendance: { done: 'toast.attendance_saved' },
})
