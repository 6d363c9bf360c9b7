import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { useListbox } from '#src/ui/useListbox.ts'
import { OptionList } from './OptionList.tsx'
import type { SearchedPage } from './options.ts'
import { forgetSearches, readRecent, rememberSearch } from './recentSearches.ts'
import { SearchField } from './SearchField.tsx'
import { SearchState } from './SearchState.tsx'
import { useActiveOption, useOptions } from './useOptions.ts'
import { useTypedTerm } from './useSearch.ts'

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
    forgetSearches()
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
        {isEmpty && recent.length > 0 && <ForgetButton onForget={handleForget} />}
        <SearchState {...asked} count={options.filter(({ to }) => to !== null).length} />
      </div>
    </>
  )
}

function ForgetButton({ onForget }: { onForget: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="quiet" icon="trash" onClick={onForget}>
      {t('search.forget')}
    </Button>
  )
}
