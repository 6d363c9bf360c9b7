import { personalDataCalls as calls } from '#contract/personalData.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { saveUrl } from '#src/platform/output.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { request } from '../../http/request.ts'
import { checked, responseOf } from '../../http/schema.ts'

const changeOfDeletion = {
  puts: 'getDeletion',
  endsIfDone: ['Profile', 'SecurityEvent'],
} as const

export const personalDataApi = endpointsOf(calls, {
  queries: { getExport: { tags: ['Export'] }, getDeletion: { tags: ['Deletion'] } },
  changes: {
    requestExport: { puts: 'getExport', endsIfDone: ['SecurityEvent'] },
    requestDeletion: changeOfDeletion,
    withdrawDeletion: changeOfDeletion,
  },
}).injectEndpoints({
  endpoints: (build) => ({
    // The browser fetches the file itself: it can be larger than the memory of a page.
    downloadExport: build.mutation<null, { fileName: string }>({
      queryFn: async ({ fileName }, _api, _options, send) => {
        const sent = send(request(calls.linkToExport))
        const { data, error } = await checked(responseOf(calls.linkToExport), sent)
        if (error) return { error }
        saveUrl(apiBaseUrl() + request(calls.downloadExport, data.ticket).url, fileName)
        return { data: null }
      },
      invalidatesTags: (_, error) => (error ? ['Export'] : ['SecurityEvent']),
    }),
  }),
})

raiseToasts<typeof personalDataApi>({
  requestExport: { done: 'toast.export_requested', failed: 'toast.export_failed' },
  downloadExport: { failed: 'toast.download_failed' },
  requestDeletion: {
    done: 'toast.deletion_requested',
    failed: {
      byStatus: { 409: 'toast.deletion_last_superuser' },
      otherwise: 'toast.deletion_failed',
    },
  },
  withdrawDeletion: { done: 'toast.deletion_withdrawn', failed: 'toast.deletion_withdraw_failed' },
})
