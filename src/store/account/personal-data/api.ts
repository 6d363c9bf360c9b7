import { personalDataCalls as calls, type Deletion, type Export } from '#contract/personalData.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { saveUrl } from '#src/platform/saveFile.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { putting } from '../../http/putting.ts'
import { request } from '../../http/request.ts'
import { checked, responseOf } from '../../http/schema.ts'
import { changes } from '../securityChanges.ts'

const api = baseApi.enhanceEndpoints({ addTagTypes: ['Export', 'Deletion'] })

const withData = api.injectEndpoints({
  endpoints: (build) => ({
    getExport: build.query<Export, void>({
      query: () => request(calls.getExport),
      responseSchema: responseOf(calls.getExport),
      providesTags: ['Export'],
    }),
    getDeletion: build.query<Deletion, void>({
      query: () => request(calls.getDeletion),
      responseSchema: responseOf(calls.getDeletion),
      providesTags: ['Deletion'],
    }),
  }),
})

const changeOfDeletion = {
  onQueryStarted: putting({
    query: 'getDeletion',
    patch: (_: unknown, deletion: Deletion) =>
      withData.util.updateQueryData('getDeletion', undefined, () => deletion),
    refetch: () => withData.util.invalidateTags(['Deletion']),
  }),
  invalidatesTags: changes('Profile'),
}

export const personalDataApi = withData.injectEndpoints({
  endpoints: (build) => ({
    requestExport: build.mutation<Export, void>({
      query: () => request(calls.requestExport),
      responseSchema: responseOf(calls.requestExport),
      onQueryStarted: putting({
        query: 'getExport',
        patch: (_: unknown, archive: Export) =>
          withData.util.updateQueryData('getExport', undefined, () => archive),
        refetch: () => withData.util.invalidateTags(['Export']),
      }),
      invalidatesTags: changes(),
    }),
    // The browser fetches the file itself: it can be larger than the memory of a page.
    downloadExport: build.mutation<null, { fileName: string }>({
      queryFn: async ({ fileName }, _api, _options, send) => {
        const sent = send(request(calls.linkToExport))
        const { data, error } = await checked(responseOf(calls.linkToExport), sent)
        if (error) return { error }
        const { url } = request(calls.downloadExport, { params: { ticket: data.ticket } })
        saveUrl(apiBaseUrl() + url, fileName)
        return { data: null }
      },
      invalidatesTags: (_, error) => (error ? ['Export'] : ['SecurityEvent']),
    }),
    requestDeletion: build.mutation<Deletion, void>({
      query: () => request(calls.requestDeletion),
      responseSchema: responseOf(calls.requestDeletion),
      ...changeOfDeletion,
    }),
    withdrawDeletion: build.mutation<Deletion, void>({
      query: () => request(calls.withdrawDeletion),
      responseSchema: responseOf(calls.withdrawDeletion),
      ...changeOfDeletion,
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

export const {
  useGetExportQuery,
  useRequestExportMutation,
  useDownloadExportMutation,
  useGetDeletionQuery,
  useRequestDeletionMutation,
  useWithdrawDeletionMutation,
} = personalDataApi
