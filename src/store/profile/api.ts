import type { NameChangeId } from '#contract/ids.ts'
import {
  type Country,
  profileCalls as calls,
  type NameChange,
  type NameChangeBody,
  type OrderDetails,
  type Preferences,
} from '#contract/profile.ts'
import { baseApi } from '../http/baseApi.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

const api = baseApi.enhanceEndpoints({ addTagTypes: ['Preferences', 'OrderDetails'] })

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNameChanges: build.query<NameChange[], void>({
      query: () => request(calls.listNameChanges),
      responseSchema: responseOf(calls.listNameChanges),
      providesTags: ['NameChange'],
    }),
    createNameChange: build.mutation<unknown, NameChangeBody>({
      query: (body) => request(calls.createNameChange, { body }),
      invalidatesTags: ['NameChange'],
    }),
    deleteNameChange: build.mutation<unknown, NameChangeId>({
      query: (id) => request(calls.deleteNameChange, { params: { id } }),
      invalidatesTags: ['NameChange'],
    }),
    getPreferences: build.query<Preferences, void>({
      query: () => request(calls.getPreferences),
      responseSchema: responseOf(calls.getPreferences),
      providesTags: ['Preferences'],
    }),
    savePreferences: build.mutation<unknown, Preferences>({
      query: (body) => request(calls.savePreferences, { body }),
      invalidatesTags: (_, error) => (error ? [] : ['Preferences', 'Upcoming']),
    }),
    /** Works with a server that sends first steps (`Upcoming`). The mails stay as they are. */
    hideFirstSteps: build.mutation<unknown, Pick<Preferences, 'email_notifications'>>({
      query: ({ email_notifications }) =>
        request(calls.savePreferences, { body: { email_notifications, first_steps: false } }),
      invalidatesTags: (_, error) => (error ? [] : ['Upcoming']),
    }),
    /** The first item counts (behaviour 7.3); null before the first save. */
    getOrderDetails: build.query<OrderDetails | null, void>({
      query: () => request(calls.listOrderDetails),
      rawResponseSchema: responseOf(calls.listOrderDetails),
      transformResponse: ([first]: OrderDetails[]) => first ?? null,
      providesTags: ['OrderDetails'],
    }),
    saveOrderDetails: build.mutation<unknown, OrderDetails>({
      query: (body) => request(calls.saveOrderDetails, { body }),
      invalidatesTags: (_, error) => (error ? [] : ['OrderDetails']),
    }),
    listCountries: build.query<Country[], void>({
      query: () => request(calls.listCountries),
      responseSchema: responseOf(calls.listCountries),
    }),
  }),
})

raiseToasts<typeof profileApi>({
  createNameChange: {
    done: 'toast.name_request_created',
    failed: 'toast.name_request_create_failed',
  },
  deleteNameChange: {
    done: 'toast.name_request_deleted',
    failed: 'toast.name_request_delete_failed',
  },
  savePreferences: { done: 'toast.settings_saved', failed: 'toast.settings_save_failed' },
  hideFirstSteps: { failed: 'toast.settings_save_failed' },
  saveOrderDetails: {
    done: 'toast.order_details_saved',
    failed: {
      key: 'toast.order_details_save_failed',
      values: 'sentences',
    },
  },
})

export const {
  useListNameChangesQuery,
  useCreateNameChangeMutation,
  useDeleteNameChangeMutation,
  useGetPreferencesQuery,
  useSavePreferencesMutation,
  useHideFirstStepsMutation,
  useGetOrderDetailsQuery,
  useSaveOrderDetailsMutation,
  useListCountriesQuery,
} = profileApi
