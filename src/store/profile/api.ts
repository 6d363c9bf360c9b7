import { profileCalls as calls, type OrderDetails, type Preferences } from '#contract/profile.ts'
import { endpointsOf, sends } from '../http/endpoints.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'

export const profileApi = endpointsOf(calls, {
  queries: {
    listNameChanges: { tags: ['NameChange'] },
    getPreferences: { tags: ['Preferences'] },
    listCountries: {},
  },
  changes: {
    createNameChange: { ends: ['NameChange'] },
    deleteNameChange: { ends: ['NameChange'] },
    savePreferences: { endsIfDone: ['Preferences', 'Upcoming'] },
    saveOrderDetails: { endsIfDone: ['OrderDetails'] },
  },
}).injectEndpoints({
  endpoints: (build) => ({
    /** Works with a server that sends first steps (`Upcoming`). The mails stay as they are. */
    hideFirstSteps: build.mutation<unknown, Pick<Preferences, 'email_notifications'>>({
      query: ({ email_notifications }) =>
        request(calls.savePreferences, { email_notifications, first_steps: false }),
      invalidatesTags: (_, error) => (error ? [] : ['Upcoming']),
    }),
    /** The first item counts (behaviour 7.3); null before the first save. */
    getOrderDetails: build.query<OrderDetails | null, void>({
      ...sends(calls.listOrderDetails),
      transformResponse: ([first]: OrderDetails[]) => first ?? null,
      providesTags: ['OrderDetails'],
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
    failed: { key: 'toast.order_details_save_failed', values: 'sentences' },
  },
})
