import { WAITING_MAX } from '#contract/desk.ts'
import type { Waiting } from '#contract/schemas/deskOverview.ts'
import { useAnswer } from '../parts/useAnswer.ts'

const EVERY_MS = 60_000

/** What waits; the menu and the first page ask for it together. */
export const useWaiting = () => useAnswer<Waiting[]>('overview/waiting', { every: EVERY_MS })

/** Counting ends at a thousand. */
export const countOf = ({ count }: Waiting): string =>
  count < WAITING_MAX ? String(count) : `${WAITING_MAX - 1}+`
