import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { ANY } from '#contract/lists.ts'
import { onSearchKey } from '#src/platform/searchKey.ts'
import type { Elements } from '#src/ui/elements.ts'
import { Select } from '#src/ui/Select.tsx'
import { SearchField } from '#src/ui/TextField.tsx'

type Props = {
  search: string
  onChange: (changed: { search: string }) => void
  children: Elements
}

export function FilterBar({ search, onChange, children }: Props) {
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
        onChange={(text) => onChange({ search: text })}
        className="basis-full!"
      />
      {children}
    </div>
  )
}

type IdSelectProps = {
  label: string
  searchLabel: string
  choices: ReadonlyArray<{ id: number; name: string }> | undefined
  /** An id in digits, or Any. */
  value: string
  onChange: (value: string) => void
}

export function IdSelect({ choices = [], ...rest }: IdSelectProps) {
  const { t } = useTranslation()
  const options = choices.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      {...rest}
      options={[{ value: ANY, label: t('rules.any') }, ...options]}
      emptyText={t('rules.no_option')}
      placeholder={t('rules.option_pending')}
      className="min-w-0 md:w-60"
    />
  )
}
