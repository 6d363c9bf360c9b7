import type { GameDateId } from '#contract/ids.ts'

/** The open dialog about a past date. */
export type PastDialog = { readonly kind: 'recap' | 'came'; readonly id: GameDateId }
export type OpenDialog = (dialog: PastDialog) => void
