import type { OrderDetails } from '#contract/profile.ts'
import { isMuchTyped } from '#src/platform/muchTyped.ts'

/** The details before the first save. The one list of their fields: a new one does not compile without a row here. */
export const NO_DETAILS: OrderDetails = {
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  country_key: '',
  city: '',
  zipcode: '',
  address: '',
}

const FIELDS = Object.keys(NO_DETAILS) as Array<keyof OrderDetails>

export const isSameDetails = (a: OrderDetails, b: OrderDetails): boolean =>
  FIELDS.every((field) => a[field] === b[field])

/** Typed fields; the country is chosen. */
const textsOf = (details: OrderDetails): string[] =>
  FIELDS.filter((field) => field !== 'country_key').map((field) => details[field])

/** State of an edited form; the draft is null if the form equals the saved details. */
export const draftFrom = (edited: OrderDetails, saved: OrderDetails) => ({
  draft: isSameDetails(edited, saved) ? null : edited,
  isMuchTyped: isMuchTyped(textsOf(edited), textsOf(saved)),
})
