import { useTranslation } from 'react-i18next'
import type { ProgrammeTable, TableOfEvent } from '#contract/programme.ts'
import { quantity } from '#src/platform/intl.ts'
import { Facts } from '#src/ui/Facts.tsx'
import { languageName } from '#src/ui/languageNames.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'

type Props = { table: ProgrammeTable | TableOfEvent }

/** What a table plays and who leads it; in a programme also its room, which its own page has as the place. */
export function TableFacts({ table }: Props) {
  const { t } = useTranslation()
  const page = useLanguage()
  const { system, language, hours, players_min, leader, content_notes } = table
  const inHours = hours && quantity(hours, page, { unit: 'hour', unitDisplay: 'long' })
  return (
    <div className="mt-2 font-sans text-sm">
      {table.beginners && <p className="font-medium">{t('openings.beginners')}</p>}
      <Facts
        facts={[
          [t('programme.room'), 'room' in table && table.room],
          [t('programme.system'), system],
          [t('openings.language'), language && languageName(language, page)],
          [t('planning.length'), inHours],
          [t('programme.leader'), leader],
          [t('openings.players'), players_min && t('programme.at_least', { count: players_min })],
          [t('openings.content_notes'), content_notes],
        ]}
      />
    </div>
  )
}
