import type { MemberId } from '#contract/ids.ts'

/** Who acts. The command line has no account. */
export type Actor = { readonly id: MemberId | null; readonly username: string }

export const COMMAND_LINE: Actor = { id: null, username: 'command line' }

/** For what a person has to stand by: the command line never gets here. */
export function assertPerson(who: Actor): asserts who is Actor & { readonly id: MemberId } {
  if (who.id === null) throw new Error('Only a person may do this')
}
