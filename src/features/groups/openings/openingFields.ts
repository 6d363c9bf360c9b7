import {
  type GroupOpening,
  OPENING_LANGUAGES,
  OPENING_PLACES_MAX,
  type OpeningBody,
  type OpeningLanguage,
  type OpeningMode,
} from '#contract/openings.ts'

export type Fields = {
  plays: string
  language: OpeningLanguage
  second: OpeningLanguage | null
  mode: OpeningMode
  place: string
  rhythm: string
  /** The field as it was typed. */
  places: string
  beginners: boolean
  content_notes: string
}

/** @param language of the page */
export function fieldsOf(opening: GroupOpening['opening'], language: string): Fields {
  const isKnown = (code: string): code is OpeningLanguage =>
    OPENING_LANGUAGES.some((known) => known === code)
  const own = language.slice(0, 2)
  const [first = isKnown(own) ? own : 'en', second = null] = (opening?.languages ?? []).filter(
    isKnown,
  )
  return {
    plays: opening?.plays ?? '',
    language: first,
    second,
    mode: opening?.mode ?? 'online',
    place: opening?.place ?? '',
    rhythm: opening?.rhythm ?? '',
    places: String(opening?.free || 1),
    beginners: opening?.beginners ?? true,
    content_notes: opening?.content_notes ?? '',
  }
}

/** Typed texts; the other fields are chosen. */
export const textsOf = ({ plays, place, rhythm, content_notes }: Fields) => [
  plays,
  place,
  rhythm,
  content_notes,
]

export const fieldProblems = ({ plays, places }: Fields) => ({
  ...(plays.trim() === '' && { plays: 'openings.plays_missing' as const }),
  ...(!(/^\d+$/.test(places) && Number(places) >= 1 && Number(places) <= OPENING_PLACES_MAX) && {
    places: 'openings.places_wrong' as const,
  }),
})

export const bodyOf = (
  { language, second, places, ...fields }: Fields,
  version: number,
): OpeningBody => ({
  ...fields,
  languages: second === null || second === language ? [language] : [language, second],
  places: Number(places),
  version,
})
