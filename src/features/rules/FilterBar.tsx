import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { onSearchKey } from '#src/platform/searchKey.ts'
import { SearchField } from '#src/ui/SearchField.tsx'

type Props = {
  search: string
  onSearch: (text: string) => void
  /** The dropdowns beside the search box. */
  children: ReactNode
}

export function FilterBar({ search, onSearch, children }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => onSearchKey(() => box.current?.focus()), [])
  return (
    <div className="flex flex-wrap gap-4 *:min-w-0 *:flex-1 *:basis-48 print:hidden">
      <SearchField
        ref={box}
        label={t('rules.search')}
        placeholder={t('rules.search')}
        aria-keyshortcuts="/"
        maxLength={TEXT_MAX}
        value={search}
        onChange={onSearch}
        className="basis-full!"
      />
      {children}
    </div>
  )
}
