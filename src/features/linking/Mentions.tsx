import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { linkedPath, linkingApi, type TermRef } from '#src/store/linking/api.ts'
import { useTextLanguage } from '#src/ui/useLanguage.ts'

const { useGetTermQuery } = linkingApi

type MentionListProps = {
  level: 2 | 4
  heading: string
  links: readonly {
    readonly to: string
    readonly title: string
    readonly language?: string | undefined
  }[]
}

/** Links to the pages that mention an entry. Those of the page itself are a landmark; a list has many entries. */
function MentionList({ level, heading, links }: MentionListProps) {
  const headingId = useId()
  const langOf = useTextLanguage()
  const Heading = `h${level}` as const
  if (links.length === 0) return null
  const Frame = level === 2 ? 'nav' : 'div'
  return (
    <Frame
      role={level === 2 ? undefined : 'group'}
      aria-labelledby={headingId}
      className="mt-6 max-w-measure print:hidden"
    >
      <Heading id={headingId} className="font-heading text-lg font-bold">
        {heading}
      </Heading>
      <ul className="mt-2">
        {links.map(({ to, title, language }) => (
          <li key={to} className="border-t border-line">
            <Link
              to={to}
              lang={langOf(language)}
              className="flex min-h-tap items-center py-2 leading-snug no-underline underline-offset-4 wrap-anywhere hover:text-gold-deep hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

function useMentions(term: TermRef) {
  const { currentData } = useGetTermQuery(term)
  return (currentData?.mentioned_in ?? []).map(({ kind, id, title, language }) => ({
    to: linkedPath(kind, id),
    title,
    language,
  }))
}

/** Rendered only if the server has announced mentions. */
export function Mentions({ term, level }: { term: TermRef; level: 2 | 4 }) {
  const { t } = useTranslation()
  return <MentionList level={level} heading={t('linking.mentioned_in')} links={useMentions(term)} />
}
