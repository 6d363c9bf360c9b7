import { useTranslation } from 'react-i18next'
import type { GroupOpening, OpenGroup } from '#contract/openings.ts'
import { listed } from '#shared/lists.ts'
import { Facts } from '#src/ui/Facts.tsx'
import { languageName } from '#src/ui/languageNames.ts'
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
