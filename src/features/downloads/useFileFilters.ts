import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ALL_CATEGORIES } from './downloadFilters.ts'

/** Browsers refuse more than some hundred changes of the address in half a minute. Milliseconds. */
const WRITE_AFTER_MS = 300

const categoryIn = (query: URLSearchParams): number => {
  const id = Number(query.get('category'))
  return Number.isInteger(id) && id > 0 ? id : ALL_CATEGORIES
}

/** Search text and category, kept in the address for reload, back and links; typing does not wait for it. */
export function useFileFilters() {
  const [query, setQuery] = useSearchParams()
  const [filters, setFilters] = useState(() => ({
    search: query.get('search') ?? '',
    categoryId: categoryIn(query),
  }))
  const { search, categoryId } = filters

  useEffect(() => {
    const address = new URLSearchParams()
    if (search !== '') address.set('search', search)
    if (categoryId !== ALL_CATEGORIES) address.set('category', String(categoryId))
    if (address.toString() === query.toString()) return
    const timer = setTimeout(() => setQuery(address, { replace: true }), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [search, categoryId, query, setQuery])

  const change = (changed: Partial<typeof filters>) => setFilters({ ...filters, ...changed })
  return { ...filters, change }
}
