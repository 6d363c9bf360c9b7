import type { TFunction } from 'i18next'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ExcerptPart, SearchHit, SearchKind } from '#contract/siteSearch.ts'
import { marked, termKey } from '#shared/search.ts'
import { beginsWord, isShort } from '#shared/words.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { Found } from '#src/store/search/api.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { joined } from '#src/ui/look.ts'
import { Marked } from '#src/ui/Marked.tsx'
import { Time } from '#src/ui/Time.tsx'
import { useTextLanguage } from '#src/ui/useLanguage.ts'
import { type ListboxParts, optionClasses } from '#src/ui/useListbox.ts'

type Events = {
  /** An option that leads to a page. */
  onChoose: () => void
  /** An option that is a search. */
  onSearch: (term: string) => void
  onClose: () => void
}

type Props = Events & {
  /** Its options are counted over all groups. */
  listbox: ListboxParts
  label: string
  groups: readonly OptionGroup[]
  term: string
  /** They belong to an earlier term. */
  isStale: boolean
}

export function OptionList({ listbox, label, groups, isStale, ...rest }: Props) {
  const { listId: id, optionProps } = listbox
  const startOf = (at: number) =>
    groups.slice(0, at).reduce((sum, { options }) => sum + options.length, 0)
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className={joined('transition-opacity', isStale && 'opacity-60')}
    >
      {groups.map(({ key, label: name, options }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, no fieldsets
        <div key={key} role="group" aria-labelledby={`${id}-${key}`} className="pb-3">
          <p
            id={`${id}-${key}`}
            role="presentation"
            className="px-3 pt-2 pb-1 font-sans text-sm font-medium text-ink-soft"
          >
            {name}
          </p>
          {options.map((option, own) => (
            <Option
              {...rest}
              key={option.key}
              option={option}
              optionProps={optionProps(startOf(at) + own)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = Events & {
  option: SearchOption
  optionProps: ReturnType<ListboxParts['optionProps']>
  term: string
}

function Option({ option, optionProps, term, onChoose, onSearch, onClose }: OptionProps) {
  const { to, title } = option
  const common = {
    ...optionProps,
    role: 'option',
    'aria-selected': optionProps['data-focus'] === true,
    'aria-label': nameOf(option),
    className: joined(optionClasses, 'items-start gap-3 text-ink no-underline'),
  }
  if (to === null)
    return (
      <button {...common} type="button" onClick={() => onSearch(title)}>
        <Content option={option} term="" />
      </button>
    )
  const handleClick = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    onChoose()
    // Another tab or window leaves the search open.
    if (!ctrlKey && !metaKey && !shiftKey) onClose()
  }
  return (
    <Link {...common} to={to} state={option.state} draggable={false} onClick={handleClick}>
      <Content option={option} term={term} />
    </Link>
  )
}

/** Some screen readers pause around each mark. */
const nameOf = ({ title, excerpt = [] }: SearchOption): string =>
  [title, excerpt.map(({ text }) => text).join('')].filter(Boolean).join(': ')

function Content({ option, term }: { option: SearchOption; term: string }) {
  const { icon, title, excerpt = [], date, isContent, language } = option
  const langOf = useTextLanguage()
  const lang = isContent ? langOf(language) : undefined
  return (
    <>
      <Icon name={icon} className="mt-1 text-gold-deep" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span lang={lang} className="block font-medium">
          <Marked parts={marked(title, term)} />
        </span>
        {excerpt.length > 0 && (
          <span lang={lang} className="block text-ui text-ink-soft">
            <Marked parts={excerpt} />
          </span>
        )}
        <Time value={date} className="block text-sm text-ink-soft" />
      </span>
    </>
  )
}

/** A page of the site, from its route table. */
export type SearchedPage = { path: string; name: MessageKey; icon: IconName }

type SearchOption = {
  key: string
  icon: IconName
  title: string
  /** Target path; null if the title is searched. */
  to: string | null
  /** State of the navigation. */
  state?: object
  excerpt?: readonly ExcerptPart[]
  date?: string | undefined
  /** Whether title and excerpt are texts of a server, unlike the names of pages. */
  isContent?: boolean
  language?: string | undefined
}

type OptionGroup = { key: string; label: string; options: SearchOption[] }

type Kind = {
  label: 'quick_rules' | 'basic_rules' | 'entries' | 'news' | 'events' | 'downloads'
  icon: IconName
  /** The list that shows the rest. */
  all?: (search: string) => string
}

const query = (path: string, values: Record<string, string>): string =>
  `${path}?${new URLSearchParams(values)}`

const RULES = '/discordia/rules'
const WORLD = '/discordia/world'
const DOWNLOADS = '/discordia/downloads'

const KINDS: Readonly<Record<SearchKind, Kind>> = {
  quick_rule: { label: 'quick_rules', icon: 'book', all: (search) => query(RULES, { search }) },
  basic_rule: {
    label: 'basic_rules',
    icon: 'book',
    all: (search) => query(RULES, { tab: 'basic', search }),
  },
  entry: { label: 'entries', icon: 'globe', all: (search) => query(WORLD, { search }) },
  news: { label: 'news', icon: 'news' },
  event: { label: 'events', icon: 'calendar' },
  download: { label: 'downloads', icon: 'download' },
}

/** Page of a hit and its navigation state, the same as from the lists. */
function targetOf(kind: SearchKind, { id, title }: SearchHit) {
  switch (kind) {
    case 'quick_rule':
      return { to: `/discordia/ruleItem/${id}`, state: { kind: 'quick' } }
    case 'basic_rule':
      return { to: `/discordia/ruleItem/${id}`, state: { kind: 'basic' } }
    case 'entry':
      return { to: query(WORLD, { entry: String(id) }) }
    case 'download':
      return { to: query(DOWNLOADS, { search: title }) }
    case 'news':
    case 'event':
      return { to: `/discordia/news/${id}` }
  }
}

/** Unknown kinds, from a newer server, are left out. */
const isKnown = ({ kind }: { kind: string }): boolean => Object.hasOwn(KINDS, kind)

/** The groups of what was found; those with the term in a title first. */
export function groupsOf({ groups }: Found, term: string, t: TFunction): OptionGroup[] {
  const folded = termKey(term)
  return groups
    .filter(isKnown)
    .toSorted((a, b) => rankOf(a.hits, folded) - rankOf(b.hits, folded))
    .map(({ kind, hits, has_more }) => {
      const { label, icon, all } = KINDS[kind]
      const options: SearchOption[] = hits.map((hit) => ({
        key: `${kind}-${hit.id}`,
        icon,
        title: hit.title,
        excerpt: partsIn(hit.excerpt),
        date: typeof hit.date === 'string' ? hit.date : undefined,
        isContent: true,
        language: hit.language,
        ...targetOf(kind, hit),
      }))
      if (has_more && all)
        options.push({
          key: `${kind}-all`,
          icon: 'arrowRight',
          title: t(`search.all_${label as 'quick_rules' | 'basic_rules' | 'entries'}`),
          to: all(term),
        })
      return { key: kind, label: t(`search.${label}`), options }
    })
}

const rankOf = ([first]: readonly SearchHit[], term: string): number =>
  first !== undefined && termKey(first.title).includes(term) ? 0 : 1

const partsIn = (excerpt: unknown): ExcerptPart[] =>
  Array.isArray(excerpt) ? excerpt.filter(isPart) : []

const isPart = (part: Partial<ExcerptPart> | null): part is ExcerptPart =>
  typeof part?.text === 'string'

/** Pages whose names contain the term. */
export function pageGroup(
  pages: readonly SearchedPage[],
  term: string,
  t: TFunction,
): OptionGroup[] {
  const folded = termKey(term)
  const options = pages
    .map(({ path, name, icon }) => ({ key: path, icon, title: t(name), to: path }))
    .filter(({ title }) => {
      const key = termKey(title)
      return isShort(folded) ? beginsWord(key, folded) : key.includes(folded)
    })
  return options.length === 0 ? [] : [{ key: 'pages', label: t('search.pages'), options }]
}

export function recentGroup(searches: readonly string[], t: TFunction): OptionGroup[] {
  if (searches.length === 0) return []
  const options = searches.map((title) => ({
    key: `recent-${title}`,
    icon: 'search' as const,
    title,
    to: null,
  }))
  return [{ key: 'recent', label: t('search.recent'), options }]
}
