import { Link, useLocation } from 'react-router'
import type { RuleEntry } from './groupEntries.ts'
import { type RuleItemState, ruleItemPath } from './ruleNavigation.ts'

/** The entries of one group; each link carries its entry and the way back (SPEC 2). */
export function EntryLinks({ entries }: { entries: readonly RuleEntry[] }) {
  const { search } = useLocation()
  return (
    <ul className="grid sm:grid-cols-2 sm:gap-x-8 print:block">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line/70 print:border-0">
          <Link
            to={ruleItemPath(entry.id)}
            state={{ entry, rulesQuery: search } satisfies RuleItemState}
            className="flex min-h-12 items-center py-2 leading-snug no-underline decoration-gold underline-offset-4 transition-colors wrap-anywhere hover:text-gold-deep hover:underline print:min-h-0 print:py-0.5"
          >
            {entry.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
