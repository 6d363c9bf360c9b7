import { useEffect, useLayoutEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { readTabValue, writeTabValue } from '../../platform/storage.ts'
import { isReturn } from './ruleNavigation.ts'

const KEY = 'scroll-place'

/**
 * Stores the scroll position under this name when the returned function is called or the page is hidden. Only the last
 * stored position is kept.
 */
function rememberScroll(name: string): () => void {
  const save = () => writeTabValue(KEY, JSON.stringify([name, Math.round(window.scrollY)]))
  window.addEventListener('pagehide', save)
  return () => {
    window.removeEventListener('pagehide', save)
    save()
  }
}

/** Restores the position of this name, unless the page has been scrolled already. */
function restoreScroll(name: string): void {
  const [left, top] = readPosition()
  if (left === name && window.scrollY === 0) window.scrollTo(0, top)
}

function readPosition(): [name: unknown, top: number] {
  try {
    const position: unknown = JSON.parse(readTabValue(KEY) ?? 'null')
    return Array.isArray(position) ? [position[0], Number(position[1]) || 0] : [null, 0]
  } catch {
    return [null, 0]
  }
}

function useUrlKey(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** Stores the scroll position when the page is left. Called by the page itself, which unmounts before its parts. */
export function useScrollMemory(): void {
  const key = useUrlKey()
  useLayoutEffect(() => rememberScroll(key), [key])
}

/** Restores the scroll position after Back, a reload and the link back from a rule, once the list is loaded. */
export function useScrollRestoration(isReady: boolean): void {
  const key = useUrlKey()
  const location = useLocation()
  const navigation = useNavigationType()
  const [isWanted] = useState(() => navigation === NavigationType.Pop || isReturn(location.state))
  useEffect(() => {
    if (isReady && isWanted) restoreScroll(key)
  }, [isReady, isWanted, key])
}
