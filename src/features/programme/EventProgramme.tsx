import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ContentDetail } from '#contract/content.ts'
import { articlePath } from '#contract/publicPages.ts'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import { Late } from '#src/ui/Late.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'

const loadProgramme = async () =>
  (await withLateStyles(import(/* webpackChunkName: "programme" */ './ProgrammePanel.tsx')))
    .ProgrammePanel
const loadFacts = async () =>
  (await withLateStyles(import(/* webpackChunkName: "programme" */ './TableFacts.tsx'))).TableFacts
const loadPlayers = async () =>
  (await withLateStyles(import(/* webpackChunkName: "programme" */ './PlayersPanel.tsx')))
    .PlayersPanel

type Props = { article: ContentDetail }

/** Slots and tables of an event, or the players of a table; nothing unless the server announces one of them. */
export function EventProgramme({ article }: Props) {
  const { id, programme, table } = article
  if (programme)
    return <Late load={loadProgramme} props={{ article }} waiting={<SkeletonBars count={4} />} />
  return table ? <Late load={loadPlayers} props={{ id, event: table.event.id }} /> : null
}

/** What a table plays, and the event that it is part of. */
export function TableOfEvent({ article: { table } }: Props) {
  const { t } = useTranslation()
  if (!table) return null
  const { event } = table
  return (
    <section aria-label={t('programme.about')}>
      <p className="font-sans text-ui wrap-anywhere">
        <span>{t('programme.part_of')}</span>{' '}
        <Link
          to={`${articlePath(event.id)}#programme`}
          className="text-gold-deep underline underline-offset-4 hover:text-ink"
        >
          {event.title}
        </Link>
      </p>
      <Late load={loadFacts} props={{ table }} waiting={<SkeletonBars count={2} />} />
    </section>
  )
}
