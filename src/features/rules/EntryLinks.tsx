import { Link, useLocation } from 'react-router'
import { Marked } from '#src/ui/Marked.tsx'
import type { RuleEntry } from './groupEntries.ts'
import { type RuleItemState, ruleItemPath } from './ruleNavigation.ts'

type Props = {
  entries: readonly RuleEntry[]
  term: string
}

/** The state of each link has its entry and the query of this page. */
export function EntryLinks({ entries, term }: Props) {
  const { search } = useLocation()
  return (
    <ul className="grid sm:grid-cols-2 sm:gap-x-8 md:max-lg:grid-cols-1 print:block">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line/70 print:border-0">
          <Link
            to={ruleItemPath(entry.id)}
            // Some screen readers pause around each mark.
            aria-label={term.trim() === '' ? undefined : entry.title}
            state={{ entry, rulesQuery: search } satisfies RuleItemState}
            className="flex min-h-12 items-center py-2 leading-snug no-underline decoration-gold underline-offset-4 transition-colors wrap-anywhere hover:text-gold-deep hover:underline print:min-h-0 print:py-0.5"
          >
            {/* One box: flex items of their own would become columns. */}
            <span>
              <Marked text={entry.title} term={term} />
            </span>
          </Link>
          {typeof entry.found === 'string' && (
            <p className="-mt-1 pb-3 text-ui leading-snug text-ink-soft wrap-anywhere">
              <Marked text={entry.found} term={term} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
