import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import {
  filtersRestored,
  pageLeft,
  selectAppliedFilters,
  selectGlossaryVisit,
  selectLinkedId,
} from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { useQueryUpdate } from '#src/ui/useUrlFilters.ts'
import { readEntryId, readFilters, writeFilters } from './glossaryFilters.ts'

/**
 * Keeps the filters of the store and the query of the URL in step, so that a view can be shared: a URL that is
 * opened is read, and applied filters are written to it. False until the URL has been read.
 */
export function useGlossaryUrl(): boolean {
  const dispatch = useAppDispatch()
  const isMember = useAppSelector(selectIsMember)
  const appliedFilters = useAppSelector(selectAppliedFilters)
  const linkedId = useAppSelector(selectLinkedId)
  const visit = useAppSelector(selectGlossaryVisit)
  const [query] = useSearchParams()
  const { key } = useLocation()
  const navigation = useNavigationType()

  // A REPLACE navigation is our own URL update; ignore it.
  const isOwnUpdate = visit !== null && navigation === NavigationType.Replace
  const isRead = visit === key || isOwnUpdate
  const wasRead = useRef(false)
  useLayoutEffect(() => {
    // The end of a session resets the store and navigates away; a URL update would cancel that.
    const isEnding = visit === null && wasRead.current
    if (!isRead && !isEnding)
      dispatch(
        filtersRestored({
          visit: key,
          filters: readFilters(query, isMember),
          entryId: readEntryId(query),
        }),
      )
    wasRead.current = true
  }, [isRead, visit, key, query, isMember, dispatch])
  useEffect(
    () => () => {
      wasRead.current = false
      dispatch(pageLeft())
    },
    [dispatch],
  )
  useQueryUpdate(isRead ? writeFilters(appliedFilters, linkedId) : null)

  return visit !== null
}
