import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { OptionList } from './OptionList.tsx'
import { groupsOf, pageGroup, recentGroup, type SearchedPage } from './options.ts'
import { forgetSearches, readRecent, rememberSearch } from './recentSearches.ts'
import { SearchState } from './SearchState.tsx'
import { useFound, useTypedTerm } from './useSearch.ts'

type Props = { pages: readonly SearchedPage[]; onClose: () => void }

/** A field that keeps the focus, and the options that it controls. */
export function SearchPanel({ pages, onClose }: Props) {
  const { t } = useTranslation()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [recent, setRecent] = useState(readRecent)
  const { text, setText, term, isTyping, search } = useTypedTerm()
  const result = useFound(term)
  const { data, currentData, error } = result
  // Earlier results stay until the new ones are there.
  const found = term === '' ? undefined : (currentData ?? (error === undefined ? data : undefined))
  const groups =
    term === ''
      ? text.trim() === ''
        ? recentGroup(recent, t)
        : []
      : [...pageGroup(pages, term, t), ...(found ? groupsOf(found, term, t) : [])]
  const options = groups.flatMap((group) => group.options)
  const isCurrent = !isTyping && (term === '' || !result.isFetching)
  const [{ of, index }, setActive] = useState({ of: '', index: 0 })
  // New options begin at the first; a recent search is chosen with the arrows alone.
  const active = of === term ? Math.min(index, options.length - 1) : term === '' ? -1 : 0
  const moveTo = (next: number) =>
    setActive({ of: term, index: (next + options.length) % options.length })

  const handleSearch = (typed: string) => {
    search(typed)
    field.current?.focus()
  }
  const handleChoose = () => rememberSearch(term)
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      if (isTyping) search(text)
      else document.getElementById(`${listId}-${active}`)?.click()
    } else if (options.length === 0 || event.shiftKey) return
    else if (event.key === 'ArrowDown') moveTo(active + 1)
    else if (event.key === 'ArrowUp') moveTo(active <= 0 ? options.length - 1 : active - 1)
    else if (event.key === 'Home') moveTo(0)
    else if (event.key === 'End') moveTo(options.length - 1)
    else return
    event.preventDefault()
  }
  const isShown = options.length > 0
  return (
    <>
      <div className="relative flex items-center border-b border-line pe-2">
        <Icon
          name="search"
          className="pointer-events-none absolute start-4 top-0 h-full text-ink-soft"
        />
        <input
          ref={field}
          data-autofocus=""
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={t('search.field')}
          placeholder={t('search.field')}
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
          className="h-16 min-w-0 flex-1 ps-11 pe-3 text-lg outline-none placeholder:text-ink-soft"
        />
        <IconButton label={t('search.close')} icon="close" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {isShown && (
          <OptionList
            id={listId}
            label={t('search.options')}
            groups={groups}
            term={term}
            active={active}
            isStale={!isCurrent}
            onActive={(next) => setActive({ of: term, index: next })}
            onChoose={handleChoose}
            onSearch={handleSearch}
            onClose={onClose}
          />
        )}
        {term === '' && text.trim() === '' && recent.length > 0 && (
          <Button
            variant="quiet"
            icon="trash"
            onClick={() => {
              forgetSearches()
              setRecent([])
              field.current?.focus()
            }}
          >
            {t('search.forget')}
          </Button>
        )}
        <SearchState
          term={term}
          isTyping={isTyping}
          count={options.filter(({ to }) => to !== null).length}
          result={result}
          found={found}
          onSearch={handleSearch}
        />
      </div>
    </>
  )
}
