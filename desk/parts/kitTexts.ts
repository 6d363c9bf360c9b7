import { t } from '../i18n.ts'

/* Texts that have a field of their own beside what they belong to; all others are found in the tab "Texts". */

/** `id` is without the language. */
export type NamedText = { readonly id: string; readonly label: string }

const landing = (name: string) => `translation/landing_page.${name}`
const initiative = (name: string) => `translation/initiative.${name}`

export const FOOTER_NOTICE: NamedText = {
  id: 'translation/footer.funding',
  label: t('site.home_texts.funding'),
}

export const TOP_TEXTS: readonly NamedText[] = (
  [
    'kicker',
    'title',
    'lead',
    'what_to_do',
    'for_whom',
    'for_whom_cost',
    'for_whom_language',
    'for_whom_where',
    'for_whom_age',
  ] as const
).map((name) => ({ id: landing(name), label: t(`site.home_texts.${name}`) }))

export const INTRODUCTION_TEXTS: readonly NamedText[] = [
  { id: landing('introduction_title'), label: t('site.home_texts.introduction_title') },
  ...[1, 2, 3].map((number) => ({
    id: landing(`introduction_${number}`),
    label: t('site.home_texts.paragraph', { number }),
  })),
]

/** The keys have the names of the places that the plates show without a kit. */
const PLACES = ['halm', 'glass', 'harrow'] as const

export const PLATES = PLACES.map((place, index) => {
  const number = (index + 1) as 1 | 2 | 3
  return {
    slot: `plate-${number}` as const,
    number,
    texts: [
      { id: landing(`place_${place}`), label: t('site.home_texts.plate_title', { number }) },
      { id: landing(`place_${place}_text`), label: t('site.home_texts.plate_text', { number }) },
    ] satisfies NamedText[],
  }
})

const paragraphs = (part: string): NamedText[] =>
  [1, 2].map((number) => ({
    id: initiative(`${part}_${number}`),
    label: t('site.initiative.paragraph', { number }),
  }))
const titleOf = (part: string): NamedText => ({
  id: initiative(`${part}_title`),
  label: t('site.initiative.part_title'),
})
const FACTS = ['count', 'years', 'start', 'countries'].flatMap((fact, index): NamedText[] => [
  {
    id: initiative(`schools_fact_${fact}`),
    label: t('site.initiative.fact', { number: index + 1 }),
  },
  {
    id: initiative(`schools_fact_${fact}_label`),
    label: t('site.initiative.fact_label', { number: index + 1 }),
  },
])

/** The sections of the initiative page are named after their titles. */
export const INITIATIVE_PARTS: readonly { part: string; texts: readonly NamedText[] }[] = [
  {
    part: '',
    texts: (['title', 'lead'] as const).map((name) => ({
      id: initiative(name),
      label: t(`site.initiative.${name}`),
    })),
  },
  ...['what', 'schools', 'people', 'online'].map((part) => ({
    part: initiative(`${part}_title`),
    texts: [titleOf(part), ...paragraphs(part), ...(part === 'schools' ? FACTS : [])],
  })),
]

const idsOf = (texts: readonly NamedText[]) => texts.map(({ id }) => id)

export const HOME_IDS: ReadonlySet<string> = new Set([
  ...idsOf([...TOP_TEXTS, ...INTRODUCTION_TEXTS]),
  ...PLATES.flatMap(({ texts }) => idsOf(texts)),
])
export const INITIATIVE_IDS: ReadonlySet<string> = new Set(
  INITIATIVE_PARTS.flatMap(({ texts }) => idsOf(texts)),
)
