import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import {
  choiceRestored,
  pageLeft,
  selectAskedChoice,
  selectGlossaryVisit,
  selectLinkedId,
} from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { readChoice, readEntryId, writeChoice } from './glossaryFilters.ts'

/**
 * Keeps the choice of the store and the address in step, so that a view can be shared: an address that a visitor
 * comes to is read, and what is asked for afterwards is written. False until the address has been read once.
 */
export function useGlossaryUrl(): boolean {
  const dispatch = useAppDispatch()
  const isMember = useAppSelector(selectIsMember)
  const asked = useAppSelector(selectAskedChoice)
  const linkedId = useAppSelector(selectLinkedId)
  const visit = useAppSelector(selectGlossaryVisit)
  const [query, setQuery] = useSearchParams()
  const { key } = useLocation()
  const navigation = useNavigationType()

  // An address that replaced another while somebody is here was written below: it has nothing to tell.
  const isOwnWrite = visit !== null && navigation === NavigationType.Replace
  const isRead = visit === key || isOwnWrite
  const wasRead = useRef(false)
  useLayoutEffect(() => {
    // The end of a session empties the store and leads away from here: that way must not be crossed.
    const isEnding = visit === null && wasRead.current
    if (!isRead && !isEnding)
      dispatch(
        choiceRestored({
          visit: key,
          choice: readChoice(query, isMember),
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

  const address = writeChoice(asked, linkedId).toString()
  useEffect(() => {
    if (isRead && address !== query.toString()) setQuery(address, { replace: true })
  }, [isRead, address, query, setQuery])

  return visit !== null
}
