import countries from 'i18n-iso-countries/index.js'
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import type { Country } from '#contract/profile.ts'

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
