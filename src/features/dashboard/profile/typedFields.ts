import type { OrderDetails } from '#contract/schemas/profile.ts'

/** All fields but the country, with their width and the hints for browsers and keyboards. */
export const typedFields = {
  first_name: { autoComplete: 'given-name', autoCapitalize: 'words', className: 'sm:col-span-3' },
  last_name: { autoComplete: 'family-name', autoCapitalize: 'words', className: 'sm:col-span-3' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', className: 'sm:col-span-3' },
  phone_number: {
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    required: false,
    className: 'sm:col-span-3',
  },
  city: { autoComplete: 'address-level2', autoCapitalize: 'words', className: 'sm:col-span-4' },
  zipcode: {
    // Not numeric: many countries have letters in it.
    inputMode: 'text',
    autoComplete: 'postal-code',
    autoCapitalize: 'characters',
    className: 'sm:col-span-2',
  },
  address: {
    autoComplete: 'street-address',
    autoCapitalize: 'words',
    className: 'sm:col-span-6',
  },
} as const satisfies Record<Exclude<keyof OrderDetails, 'country_key'>, object>

export type TypedField = keyof typeof typedFields
