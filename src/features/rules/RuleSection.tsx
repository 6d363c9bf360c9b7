import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { marked } from '#shared/search.ts'
import { Marked } from '#src/ui/Marked.tsx'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import type { RuleEntry } from './groupEntries.ts'
import { type RuleItemState, ruleItemPath } from './ruleNavigation.ts'

type Props = {
  /** Undefined when the names could not be loaded. */
  heading: string | undefined
  /** The category; its name or id chooses the drawing beside the heading. */
  category: { id: unknown; name?: string }
  children: ReactNode
}

export function RuleSection({ heading, category, children }: Props) {
  return (
    <div className="grid gap-x-10 gap-y-4 border-t border-line pt-6 pb-12 xl:grid-cols-[13rem_minmax(0,1fr)] print:block print:break-inside-avoid">
      <div>
        {heading && (
          <h2 className="flex items-start gap-3 font-heading text-2xl font-bold xl:sticky xl:top-24">
            <img
              src={categoryIcon(category.name ?? '', Number(category.id) || 0)}
              alt=""
              width={32}
              height={32}
              loading="lazy"
              className="size-8 shrink-0 opacity-75 dark:invert print:hidden"
            />
            <span className="min-w-0 wrap-anywhere">{heading}</span>
          </h2>
        )}
      </div>
      <div className="space-y-8">{children}</div>
    </div>
  )
}

/** Patterns for the name of a category and their drawings; the first match counts. */
const DRAWINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/argu|social|debate|talk/i, 'social'],
  [/conflict|fight|combat|battle|danger/i, 'combat'],
  [/dice|die\b|test|roll/i, 'dice'],
  [/character|people|who/i, 'person'],
  [/travel|road|journey/i, 'travel'],
  [/echo|magic|spell/i, 'magic'],
  [/harm|trouble|wound/i, 'harm'],
  [/rest|heal/i, 'heal'],
  [/director|running|master/i, 'round-table'],
  [/gear|equip|thing/i, 'equipment'],
  [/start|begin|first/i, 'lantern'],
]
/** Drawings for other names, chosen by id so that neighbours differ. */
const OTHERS = ['scroll', 'map', 'door', 'scales', 'hourglass', 'seeds']

/** The drawing of a category, by its name: the API has none. */
function categoryIcon(name: string, id: number): string {
  const known = DRAWINGS.find(([pattern]) => pattern.test(name))?.[1]
  return `/icons/game/${known ?? OTHERS[id % OTHERS.length] ?? 'book'}.svg`
}

/** The state of each link has its entry and the query of this page. */
export function EntryLinks({ entries, term }: { entries: readonly RuleEntry[]; term: string }) {
  const { search } = useLocation()
  const langOf = useTextLanguage()
  return (
    <ul className="grid sm:grid-cols-2 sm:gap-x-8 md:max-lg:grid-cols-1 print:block">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line/70 print:border-0">
          <Link
            to={ruleItemPath(entry.id)}
            lang={langOf(entry.language)}
            // Some screen readers pause around each mark.
            aria-label={term.trim() === '' ? undefined : entry.title}
            state={{ entry, rulesQuery: search } satisfies RuleItemState}
            className="flex min-h-12 items-center py-2 leading-snug no-underline decoration-gold underline-offset-4 transition-colors wrap-anywhere hover:text-gold-deep hover:underline print:min-h-0 print:py-0.5"
          >
            {/* One box: flex items of their own would become columns. */}
            <span>
              <Marked parts={marked(entry.title, term)} />
            </span>
          </Link>
          {typeof entry.found === 'string' && (
            <p
              lang={langOf(entry.language)}
              className="-mt-1 pb-3 text-ui leading-snug text-ink-soft wrap-anywhere"
            >
              <Marked parts={marked(entry.found, term)} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
