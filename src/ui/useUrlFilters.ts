import { useCallback, useEffect, useMemo, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'

export type FilterCodec<Filters> = {
  /** Missing and invalid parameters become the defaults. */
  read: (query: URLSearchParams) => Filters
  /** The shortest query that reads as these filters. */
  write: (filters: Filters) => URLSearchParams
}

/** Delay after a press, so that the browser paints the pressed control before the router renders. */
const NEXT_TASK_MS = 1

/** Replaces the query of the URL when `wanted` differs from it; null leaves the URL alone. */
export function useQueryUpdate(wanted: URLSearchParams | null, delayMs = 0): void {
  const [query, setQuery] = useSearchParams()
  const search = wanted?.toString()
  const isCurrent = search === undefined || search === query.toString()
  useEffect(() => {
    if (isCurrent) return
    if (delayMs === 0) return setQuery(search, { replace: true })
    const timer = setTimeout(() => setQuery(search, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [isCurrent, search, delayMs, setQuery])
}

/**
 * Filters in the query of the URL, for reload, Back and shared links. `filters` are the values of the controls;
 * `applied` is the URL, which follows after the debounce.
 */
export function useUrlFilters<Filters extends object>(
  { read, write }: FilterCodec<Filters>,
  { debounceMs }: { debounceMs: number },
) {
  const [query] = useSearchParams()
  const { key } = useLocation()
  const navigation = useNavigationType()
  const applied = useMemo(() => read(query), [read, query])
  const [state, setState] = useState({ filters: applied, key, delayMs: debounceMs })

  // A REPLACE navigation is our own URL update; any other one, by link or history, brings new filters.
  const isOwnUpdate = navigation === NavigationType.Replace
  if (state.key !== key) setState({ ...state, filters: isOwnUpdate ? state.filters : applied, key })
  const { filters, delayMs } = state
  const isApplied = write(filters).toString() === write(applied).toString()
  useQueryUpdate(isApplied ? null : write(filters), delayMs)

  const change = useCallback(
    (changed: Partial<Filters>) =>
      setState((now) => ({
        ...now,
        filters: { ...now.filters, ...changed },
        delayMs: debounceMs,
      })),
    [debounceMs],
  )
  /** Replaces all filters, without debounce. */
  const reset = useCallback(
    (to: Filters) => setState((now) => ({ ...now, filters: to, delayMs: NEXT_TASK_MS })),
    [],
  )
  return { filters, applied, change, reset }
}
