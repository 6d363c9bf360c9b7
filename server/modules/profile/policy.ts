import countries from 'i18n-iso-countries/index.js'
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import type { Country, OrderDetails } from '#contract/profile.ts'
import { deskErrors } from '../../desk/errors.ts'
import { errors } from '../../http/errors.ts'

/** Order details as they are stored: trimmed, with a known country. @throws Refusal */
export function detailsToStore(typed: OrderDetails): OrderDetails {
  if (!isCountry(typed.country_key)) throw errors.invalidChoice('country_key')
  return {
    first_name: typed.first_name.trim(),
    last_name: typed.last_name.trim(),
    email: typed.email.trim(),
    phone_number: typed.phone_number.trim(),
    country_key: typed.country_key,
    city: typed.city.trim(),
    zipcode: typed.zipcode.trim(),
    address: typed.address.trim(),
  }
}

type NameChange = { readonly approved_at: number | null; readonly refused_at: number | null }

export function assertPending({ approved_at, refused_at }: NameChange): void {
  if (approved_at !== null) throw deskErrors.alreadyDecided(null, 'approved')
  if (refused_at !== null) throw deskErrors.alreadyDecided(null, 'refused')
}

// The entry of the package loads all languages.
countries.registerLocale(en)

const byName = new Intl.Collator('en')

/** ISO 3166-1 by alpha-2 key, ordered by English name. */
export const COUNTRIES: readonly Country[] = Object.entries(
  countries.getNames('en', { select: 'official' }),
)
  .map(([key, name]) => ({ key, name }))
  .sort((a, b) => byName.compare(a.name, b.name))

const KEYS: ReadonlySet<string> = new Set(COUNTRIES.map(({ key }) => key))
export const isCountry = (key: string): boolean => KEYS.has(key)
