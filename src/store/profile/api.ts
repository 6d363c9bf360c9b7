import type { NameChangeId } from '#contract/ids.ts'
import { profileRoutes as routes } from '#contract/routes.ts'
import type {
  Country,
  NameChange,
  NameChangeBody,
  OrderDetails,
  Preferences,
} from '#contract/schemas/profile.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { count, flag, list, or, record, text } from '../http/schema.ts'

const nameChanges = list(
  record<NameChange>({ id: count, new_name: or(text, ''), reason: or(text, '') }),
)
const orText = or(text, '')
const orderDetails = record<OrderDetails>({
  first_name: orText,
  last_name: orText,
  email: orText,
  phone_number: orText,
  country_key: orText,
  city: orText,
  zipcode: orText,
  address: orText,
})

/** The "profile, preferences and order details" table of behaviour 7. */
export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listNameChanges: build.query<NameChange[], void>({
      query: () => request(routes.listNameChanges),
      extraOptions: { shape: nameChanges },
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
      extraOptions: { shape: record<Preferences>({ email_notifications: flag }) },
      providesTags: ['Preferences'],
    }),
    savePreferences: build.mutation<unknown, Preferences>({
      query: (body) => request(routes.savePreferences, { body }),
      invalidatesTags: (_, error) => (error ? [] : ['Preferences']),
    }),
    /** The first item counts (behaviour 7); null when nothing is saved yet. */
    getOrderDetails: build.query<OrderDetails | null, void>({
      query: () => request(routes.listOrderDetails),
      extraOptions: { shape: list(orderDetails) },
      transformResponse: ([first]: OrderDetails[]) => first ?? null,
      providesTags: ['OrderDetails'],
    }),
    saveOrderDetails: build.mutation<unknown, OrderDetails>({
      query: (body) => request(routes.saveOrderDetails, { body }),
      invalidatesTags: (_, error) => (error ? [] : ['OrderDetails']),
    }),
    listCountries: build.query<Country[], void>({
      query: () => request(routes.listCountries),
      extraOptions: { shape: list(record<Country>({ key: text, name: text })) },
    }),
  }),
})

export const {
  useListNameChangesQuery,
  useCreateNameChangeMutation,
  useDeleteNameChangeMutation,
  useGetPreferencesQuery,
  useSavePreferencesMutation,
  useGetOrderDetailsQuery,
  useSaveOrderDetailsMutation,
  useListCountriesQuery,
} = profileApi
