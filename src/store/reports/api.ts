import { reportCalls } from '#contract/reports.ts'
import { endpointsOf } from '../http/endpoints.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'

/** Only for servers that announce them by `reports` in `features` of the profile. */
export const reportsApi = endpointsOf(reportCalls, { changes: { report: {}, writeToTeam: {} } })

raiseToasts<typeof reportsApi>({ report: { done: 'report.sent' } })
