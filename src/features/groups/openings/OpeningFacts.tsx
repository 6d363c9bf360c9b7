import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type GroupOpening,
  OPENING_LANGUAGES,
  type OpenGroup,
  type OpeningLanguage,
} from '#contract/openings.ts'
import { listed, nameOf, sortedBy } from '#src/platform/intl.ts'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

type Props = { opening: OpenGroup | NonNullable<GroupOpening['opening']> }

/** What a group says about itself that looks for players; of other groups also who owns it, and its size. */
export function OpeningFacts({ opening }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const others = 'owner' in opening ? opening : null
  const places = [t(`openings.mode_${opening.mode}`), opening.place].filter((part) => part !== '')
  const languages = opening.languages.map((code) => languageName(code, language))
  return (
    <dl className="mt-1 flex flex-wrap gap-x-5 font-sans text-sm">
      <Fact term={t('openings.plays')} value={opening.plays} />
      <Fact term={t('openings.languages')} value={listed(languages, language)} />
      <Fact term={t('openings.where')} value={places.join(', ')} />
      <Fact term={t('openings.rhythm')} value={opening.rhythm} />
      <Fact term={t('openings.content_notes')} value={opening.content_notes} />
      {others && <Fact term={t('openings.owner')} value={others.owner} />}
      {others && <Fact term={t('openings.players')} value={String(others.players)} />}
      <Fact term={t('openings.free')} value={String(opening.free)} />
      {others?.next_start && (
        <Fact term={t('openings.next')} value={<TimeSpan start={others.next_start} />} />
      )}
    </dl>
  )
}

function Fact({ term, value }: { term: string; value: ReactNode }) {
  if (value === '') return null
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-ink-soft">{term}</dt>
      <dd className="min-w-0 tabular wrap-anywhere">{value}</dd>
    </div>
  )
}

/** The name of a language in the language of the page; the code itself where the browser has no name for it. */
const languageName = (code: string, language: string): string =>
  nameOf('language', code, language) ?? code

/** All languages by name. */
export const languageOptions = (language: string): { value: OpeningLanguage; label: string }[] =>
  sortedBy(
    OPENING_LANGUAGES.map((value) => ({ value, label: languageName(value, language) })),
    ({ label }) => label,
    language,
  )
