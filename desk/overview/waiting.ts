import { deskRoutes, WAITING_MAX } from '#contract/desk.ts'
import type { Waiting } from '#contract/schemas/deskOverview.ts'
import { useResponse } from '../parts/useResponse.ts'

const EVERY_MS = 60_000

/** The queues; the menu and the first page share one request. */
export const useWaiting = () =>
  useResponse(deskRoutes.overview.waiting, {}, { refetchInterval: EVERY_MS })

export const countOf = ({ count }: Waiting): string =>
  count < WAITING_MAX ? String(count) : `${WAITING_MAX - 1}+`
