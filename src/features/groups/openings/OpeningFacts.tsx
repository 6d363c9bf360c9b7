import { useTranslation } from 'react-i18next'
import {
  type GroupOpening,
  OPENING_LANGUAGES,
  type OpenGroup,
  type OpeningLanguage,
} from '#contract/openings.ts'
import { listed } from '#shared/lists.ts'
import { nameOf, sortedBy } from '#src/platform/intl.ts'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { Facts } from '../Facts.tsx'

type Props = { opening: OpenGroup | NonNullable<GroupOpening['opening']> }

/** What a group says about itself that looks for players; of other groups also who owns it, and its size. */
export function OpeningFacts({ opening }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const others = 'owner' in opening ? opening : null
  const places = [t(`openings.mode_${opening.mode}`), opening.place].filter((part) => part !== '')
  const languages = opening.languages.map((code) => languageName(code, language))
  return (
    <Facts
      facts={[
        [t('openings.plays'), opening.plays],
        [t('openings.languages'), listed(languages, language)],
        [t('openings.where'), places.join(', ')],
        [t('openings.rhythm'), opening.rhythm],
        [t('openings.content_notes'), opening.content_notes],
        [t('openings.owner'), others?.owner],
        [t('openings.players'), others && String(others.players)],
        [t('openings.free'), String(opening.free)],
        [t('openings.next'), others?.next_start && <TimeSpan start={others.next_start} />],
      ]}
    />
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
