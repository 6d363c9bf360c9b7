import type { OrderDetails } from '#contract/schemas/profile.ts'

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

/** What a field tells browsers and phones: which stored value fits it, which keys it needs. */
export const fieldTraits = {
  first_name: { autoComplete: 'given-name', autoCapitalize: 'words' },
  last_name: { autoComplete: 'family-name', autoCapitalize: 'words' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone_number: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  city: { autoComplete: 'address-level2', autoCapitalize: 'words' },
  // Not numeric: many countries have letters in it.
  zipcode: { inputMode: 'text', autoComplete: 'postal-code', autoCapitalize: 'characters' },
  address: { autoComplete: 'street-address', autoCapitalize: 'words' },
} as const

/** All but the country, which is chosen. */
export type TypedField = keyof typeof fieldTraits

/** The server's sentence about a field, as long as the field holds what was refused. */
export function standingError(
  field: keyof OrderDetails,
  now: OrderDetails,
  refused: OrderDetails | null,
  sentences: ReadonlyMap<string | null, string>,
): string | undefined {
  return refused?.[field] === now[field] ? sentences.get(field) : undefined
}
