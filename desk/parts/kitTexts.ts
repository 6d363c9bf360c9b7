import { t } from '../i18n.ts'

/* Texts that have a field of their own beside what they belong to; all others are found in the tab "Texts". */

/** `id` is without the language. */
export type NamedText = { readonly id: string; readonly label: string }

const named = (id: string, label: string): NamedText => ({ id: `translation/${id}`, label })
const landing = (name: string, label: string) => named(`landing_page.${name}`, label)
const initiative = (name: string, label: string) => named(`initiative.${name}`, label)

export const FOOTER_NOTICE = named('footer.funding', t('site.home_texts.funding'))

const FOR_WHOM = ['cost', 'language', 'where', 'age'] as const

export const TOP_TEXTS = [
  ...(['kicker', 'title', 'lead', 'what_to_do', 'for_whom'] as const),
  ...FOR_WHOM.map((name) => `for_whom_${name}` as const),
].map((name) => landing(name, t(`site.home_texts.${name}`)))

export const INTRODUCTION_TEXTS = [
  landing('introduction_title', t('site.home_texts.introduction_title')),
  ...[1, 2, 3].map((number) =>
    landing(`introduction_${number}`, t('site.home_texts.paragraph', { number })),
  ),
]

/** The keys have the names of the places that the plates show without a kit. */
const PLACES = ['halm', 'glass', 'harrow'] as const

export const PLATES = PLACES.map((place, index) => {
  const number = (index + 1) as 1 | 2 | 3
  const texts = [
    landing(`place_${place}`, t('site.home_texts.plate_title', { number })),
    landing(`place_${place}_text`, t('site.home_texts.plate_text', { number })),
  ]
  return { slot: `plate-${number}` as const, number, texts }
})

const FACTS = ['count', 'years', 'start', 'countries'].flatMap((fact, index) => [
  initiative(`schools_fact_${fact}`, t('site.initiative.fact', { number: index + 1 })),
  initiative(`schools_fact_${fact}_label`, t('site.initiative.fact_label', { number: index + 1 })),
])

export const INITIATIVE_PARTS = [
  {
    part: 'top' as const,
    texts: (['title', 'lead'] as const).map((name) =>
      initiative(name, t(`site.initiative.${name}`)),
    ),
  },
  ...(['what', 'schools', 'people', 'online'] as const).map((part) => ({
    part,
    texts: [
      initiative(`${part}_title`, t('site.initiative.part_title')),
      ...[1, 2].map((number) =>
        initiative(`${part}_${number}`, t('site.initiative.paragraph', { number })),
      ),
      ...(part === 'schools' ? FACTS : []),
    ],
  })),
]

type Placed = NamedText & { readonly tab: 'home' | 'book' | 'frame' }
const at = (tab: Placed['tab'], texts: readonly NamedText[]) =>
  texts.map((text): [string, Placed] => [text.id, { ...text, tab }])
const textsOf = (parts: readonly { texts: readonly NamedText[] }[]) =>
  parts.flatMap(({ texts }) => texts)

/** Texts by their ids, with the tab that has their fields. */
export const NAMED_TEXTS: ReadonlyMap<string, Placed> = new Map([
  ...at('home', [...TOP_TEXTS, ...INTRODUCTION_TEXTS, ...textsOf(PLATES)]),
  ...at('book', textsOf(INITIATIVE_PARTS)),
  ...at('frame', [FOOTER_NOTICE]),
])
