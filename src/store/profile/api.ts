import type { NameChangeId } from '#contract/ids.ts'
import { profileRoutes as routes } from '#contract/profile.ts'
import {
  type Country,
  type NameChange,
  type NameChangeBody,
  type OrderDetails,
  type Preferences,
  profileSchemas as schemas,
} from '#contract/schemas/profile.ts'
import { baseApi } from '../http/baseApi.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

const api = baseApi.enhanceEndpoints({ addTagTypes: ['Preferences', 'OrderDetails'] })

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNameChanges: build.query<NameChange[], void>({
      query: () => request(routes.listNameChanges),
      responseSchema: responseOf(schemas.listNameChanges),
      providesTags: ['NameChange'],
    }),
    createNameChange: build.mutation<unknown, NameChangeBody>({
      query: (body) => request(routes.createNameChange, { body }),
      invalidatesTags: ['NameChange'],
    }),
    deleteNameChange: build.mutation<unknown, NameChangeId>({
      query: (id) => request(routes.deleteNameChange, { params: { id } }),
      invalidatesTags: ['NameChange'],
    }),
    getPreferences: build.query<Preferences, void>({
      query: () => request(routes.getPreferences),
      responseSchema: responseOf(schemas.getPreferences),
      providesTags: ['Preferences'],
    }),
    savePreferences: build.mutation<unknown, Preferences>({
      query: (body) => request(routes.savePreferences, { body }),
      invalidatesTags: (_, error) => (error ? [] : ['Preferences', 'Upcoming']),
    }),
    /** Works with a server that sends first steps (`Upcoming`). The mails stay as they are. */
    hideFirstSteps: build.mutation<unknown, Pick<Preferences, 'email_notifications'>>({
      query: ({ email_notifications }) =>
        request(routes.savePreferences, { body: { email_notifications, first_steps: false } }),
      invalidatesTags: (_, error) => (error ? [] : ['Upcoming']),
    }),
    /** The first item counts (behaviour 7.3); null before the first save. */
    getOrderDetails: build.query<OrderDetails | null, void>({
      query: () => request(routes.listOrderDetails),
      rawResponseSchema: responseOf(schemas.listOrderDetails),
      transformResponse: ([first]: OrderDetails[]) => first ?? null,
      providesTags: ['OrderDetails'],
    }),
    saveOrderDetails: build.mutation<unknown, OrderDetails>({
      query: (body) => request(routes.saveOrderDetails, { body }),
      invalidatesTags: (_, error) => (error ? [] : ['OrderDetails']),
    }),
    listCountries: build.query<Country[], void>({
      query: () => request(routes.listCountries),
      responseSchema: responseOf(schemas.listCountries),
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
