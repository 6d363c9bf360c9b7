import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { createPersistoid } from 'redux-persist'
import { TEXT_MAX } from '#contract/fields.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/lists.ts'
import { isDisconnected, onConnectionChange } from '#src/platform/offline.ts'
import { readKey, writeKey } from '#src/platform/storage.ts'
import { type Found, searchApi } from '#src/store/search/api.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { EmptyState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { useListedIn } from '#src/ui/useLanguage.ts'
import { type ListboxParts, useListbox } from '#src/ui/useListbox.ts'
import { groupsOf, OptionList, pageGroup, recentGroup, type SearchedPage } from './OptionList.tsx'

type SearchStateProps = {
  term: string
  isTyping: boolean
  count: number
  result: { error?: unknown; isFetching: boolean; refetch: () => unknown }
  found: Found | undefined
  onSearch: (term: string) => void
}

/** Status beside the options: loading, failed, none, or their number. */
function SearchState(props: SearchStateProps) {
  const { t } = useTranslation()
  const { term, isTyping, count, result } = props
  const isDone = term !== '' && !isTyping && !result.isFetching
  return (
    <>
      <p role="status" className="sr-only">
        {isDone && count > 0 && t('search.results', { count })}
      </p>
      {term === '' ? (
        <p className="px-3 py-2 text-ui text-ink-soft">{t('search.hint')}</p>
      ) : (
        <Outcome {...props} isDone={isDone} />
      )}
    </>
  )
}

function Outcome({
  term,
  count,
  result,
  found,
  isDone,
  onSearch,
}: SearchStateProps & { isDone: boolean }) {
  const { t } = useTranslation()
  const { error, isFetching, refetch } = result
  if (error !== undefined && !found)
    return (
      <ErrorState
        message={isDisconnected() ? t('search.offline') : undefined}
        onRetry={refetch}
        isBusy={isFetching}
      />
    )
  if (!found) return count === 0 && <SkeletonBars count={4} />
  if (!isDone) return null
  if (found.isFromDevice)
    return (
      <div className="flex flex-wrap items-center gap-x-4 px-3 py-2 text-ui text-ink-soft">
        <p role="status">{t('search.offline')}</p>
        <Button variant="quiet" onClick={() => void refetch()}>
          {t('errors.retry')}
        </Button>
      </div>
    )
  if (count > 0) return null
  return (
    <EmptyState
      message={t('search.nothing', { term })}
      hint={t('search.nothing_hint')}
      suggestions={{
        label: t('search.suggestions'),
        titles: found.suggestions,
        onChoose: onSearch,
      }}
    />
  )
}

/** Searches that a browser keeps, and characters of one of them. */
export const RECENT_MAX = 6
const RECENT_TEXT_MAX = 100

const KEY = 'recent_searches'

type Kept = { readonly terms: readonly string[] }

/** Only the searches themselves are stored, under a key of their own. */
const persistoid = createPersistoid({
  key: KEY,
  keyPrefix: '',
  serialize: false,
  storage: {
    getItem: async () => readRecent(),
    setItem: async (_key: string, { terms }: Kept) =>
      writeKey(KEY, terms.length > 0 ? JSON.stringify(terms) : null),
    removeItem: async () => writeKey(KEY, null),
  },
})

function store(terms: readonly string[]): void {
  persistoid.update({ terms })
  void persistoid.flush()
}

/** Searches of this browser until a session ends in it, latest first. */
function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(readKey(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(isSearch).slice(0, RECENT_MAX)
  } catch {
    return []
  }
}

const isSearch = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= RECENT_TEXT_MAX

function rememberSearch(term: string): void {
  if (!isSearch(term)) return
  const others = readRecent().filter((each) => each.toLowerCase() !== term.toLowerCase())
  store([term, ...others].slice(0, RECENT_MAX))
}

type SearchFieldProps = {
  field: RefObject<HTMLInputElement | null>
  control: ListboxParts['control']
  text: string
  hasOptions: boolean
  onType: (text: string) => void
  onClose: () => void
}

function SearchField({ field, control, text, hasOptions, onType, onClose }: SearchFieldProps) {
  const { t } = useTranslation()
  return (
    <div className="relative flex items-center border-b border-line pe-2">
      <Icon
        name="search"
        className="pointer-events-none absolute start-4 top-0 h-full text-ink-soft"
      />
      <input
        {...control}
        ref={field}
        data-autofocus=""
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={t('search.field')}
        placeholder={t('search.field')}
        aria-expanded={hasOptions}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => onType(event.target.value)}
        className="h-16 min-w-0 flex-1 ps-11 pe-3 text-lg outline-none placeholder:text-ink-soft"
      />
      <IconButton label={t('search.close')} icon="close" onClick={onClose} />
    </div>
  )
}

type Asked = {
  pages: readonly SearchedPage[]
  recent: readonly string[]
  text: string
  term: string
}

/** Recent searches while nothing is typed, else the pages and what was found. */
function useOptions({ pages, recent, text, term }: Asked) {
  const { t } = useTranslation()
  const result = useFound(term)
  const { data, currentData, error } = result
  // Earlier results stay until the new ones are there.
  const found = term === '' ? undefined : (currentData ?? (error === undefined ? data : undefined))
  const isEmpty = term === '' && text.trim() === ''
  const groups =
    term === ''
      ? isEmpty
        ? recentGroup(recent, t)
        : []
      : [...pageGroup(pages, term, t), ...(found ? groupsOf(found, term, t) : [])]
  return { result, found, isEmpty, groups, options: groups.flatMap((group) => group.options) }
}

/** The option that Enter chooses. @param count of options */
function useActiveOption(term: string, count: number) {
  const [{ of, index }, setActive] = useState({ of: '', index: 0 })
  // New options begin at the first; a recent search is chosen with the arrows alone.
  const active = of === term ? Math.min(index, count - 1) : term === '' ? -1 : 0
  return { active, activate: (next: number) => setActive({ of: term, index: next }) }
}

type Props = { pages: readonly SearchedPage[]; onClose: () => void }

/** A field that keeps the focus, and the options that it controls. */
export function SearchPanel({ pages, onClose }: Props) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [recent, setRecent] = useState(readRecent)
  const { text, setText, term, isTyping, search } = useTypedTerm()
  const { result, found, isEmpty, groups, options } = useOptions({ pages, recent, text, term })
  const count = options.length
  const { active, activate } = useActiveOption(term, count)
  const listbox = useListbox({
    count,
    active,
    onActive: activate,
    onKey: ({ key }) => {
      const isEarly = key === 'Enter' && isTyping
      if (isEarly) search(text)
      return isEarly
    },
  })
  const handleSearch = (typed: string) => {
    search(typed)
    field.current?.focus()
  }
  const handleForget = () => {
    store([])
    setRecent([])
    field.current?.focus()
  }
  const asked = { term, isTyping, result, found, onSearch: handleSearch }
  return (
    <>
      <SearchField
        field={field}
        control={listbox.control}
        text={text}
        hasOptions={count > 0}
        onType={setText}
        onClose={onClose}
      />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {count > 0 && (
          <OptionList
            listbox={listbox}
            label={t('search.options')}
            groups={groups}
            term={term}
            isStale={isTyping || (term !== '' && result.isFetching)}
            onChoose={() => rememberSearch(term)}
            onSearch={handleSearch}
            onClose={onClose}
          />
        )}
        {isEmpty && recent.length > 0 && (
          <Button variant="quiet" icon="trash" onClick={handleForget}>
            {t('search.forget')}
          </Button>
        )}
        <SearchState {...asked} count={options.filter(({ to }) => to !== null).length} />
      </div>
    </>
  )
}

/** The typed text and the term that is searched: it follows after the debounce, or at once. */
function useTypedTerm() {
  const [text, setText] = useState('')
  const [term, setTerm] = useState('')
  const wanted = text.trim().replace(/\s+/g, ' ')
  useEffect(() => {
    if (wanted === term) return
    // An empty term starts no call, so it needs no debounce.
    const timer = setTimeout(() => setTerm(wanted), wanted === '' ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, term])
  const search = (typed: string) => {
    setText(typed)
    setTerm(typed.trim().replace(/\s+/g, ' '))
  }
  return { text, setText, term, isTyping: wanted !== term, search }
}

/** Searches again when the network is lost or restored. */
function useFound(term: string) {
  const isOffline = useSyncExternalStore(onConnectionChange, isDisconnected)
  return searchApi.useSearchSiteQuery(
    { q: term, isOffline, ...useListedIn() },
    { skip: term === '' },
  )
}
