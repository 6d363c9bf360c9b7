import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Choice, isView } from './doorList.ts'

const NOBODY: ReadonlySet<number> = new Set()

/**
 * What the list shows. The address has it too, so that Back from another page finds it again; it follows a moment later
 * than a field can be typed into.
 */
export function useChoice() {
  const [params, setParams] = useSearchParams()
  const [choice, setChoice] = useState<Choice>(() => ({
    view: params.getAll('show').find(isView) ?? 'coming',
    term: params.get('name') ?? '',
    kept: NOBODY,
  }))
  const choose = (part: Partial<Pick<Choice, 'view' | 'term'>>) => {
    const next = { ...choice, ...part, kept: NOBODY }
    setChoice(next)
    setParams(
      {
        ...(next.view !== 'coming' && { show: next.view }),
        ...(next.term !== '' && { name: next.term }),
      },
      { replace: true },
    )
  }
  const keep = (id: number) =>
    setChoice((before) => ({ ...before, kept: new Set(before.kept).add(id) }))
  return { choice, choose, keep }
}
