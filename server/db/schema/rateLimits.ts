/** One counted caller of one call within its running window; see `plugins/rateStore.ts`. */
export type RateLimitsTable = {
  /** Keyed digest of route and caller: no IP address is stored. */
  key: string
  hits: number
  window_ends_at: number
}
