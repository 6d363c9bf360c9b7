import { useMemo } from 'react'
import { useKit } from '#src/ui/useKit.ts'
import { type Book, bookOf } from './rulebook.ts'

export function useBook(): Book | null {
  const kit = useKit()
  return useMemo(() => bookOf(kit), [kit])
}
