import type { MemberId } from '#contract/ids.ts'
import { deskErrors } from './errors.ts'

/** The author of a change. The command line has no account. */
export type Actor = { readonly id: MemberId | null; readonly username: string }

export const COMMAND_LINE: Actor = { id: null, username: 'command line' }

/** Author of what is due, and of what happens by a mailed link. */
export const SERVER: Actor = { id: null, username: 'the server' }

/** Narrows the actor of a request: the command line does not send requests. */
export function assertPerson(actor: Actor): asserts actor is Actor & { readonly id: MemberId } {
  if (actor.id === null) throw new Error('Only a person may do this')
}

/** Staff decide about the requests of others. @param owner of what is decided @throws Refusal */
export function assertOfOther(owner: MemberId, actor: Actor): void {
  if (owner === actor.id) throw deskErrors.ownRequest()
}
