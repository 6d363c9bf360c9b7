import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupsOf, pageGroup, recentGroup, type SearchedPage } from './options.ts'
import { useFound } from './useSearch.ts'

type Asked = {
  pages: readonly SearchedPage[]
  recent: readonly string[]
  text: string
  term: string
}

/** Recent searches while nothing is typed, else the pages and what was found. */
export function useOptions({ pages, recent, text, term }: Asked) {
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
export function useActiveOption(term: string, count: number) {
  const [{ of, index }, setActive] = useState({ of: '', index: 0 })
  // New options begin at the first; a recent search is chosen with the arrows alone.
  const active = of === term ? Math.min(index, count - 1) : term === '' ? -1 : 0
  return { active, activate: (next: number) => setActive({ of: term, index: next }) }
}
