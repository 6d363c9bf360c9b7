import type { MemberId } from '#contract/ids.ts'

/** Who acts. The command line has no account. */
export type Actor = { readonly id: MemberId | null; readonly username: string }

export const COMMAND_LINE: Actor = { id: null, username: 'command line' }
