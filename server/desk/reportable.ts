import type { MemberId } from '#contract/ids.ts'
import type { Read } from '../db/rows.ts'
import type { Deps } from '../http/deps.ts'
import { sha256 } from '../text/secrets.ts'
import type { DeskWork } from './changeRoute.ts'
import { deskErrors } from './errors.ts'

/** A thing as its reporter sees it. */
type Seen = {
  readonly id: number
  /** Null: its member is gone. */
  readonly author: MemberId | null
  readonly title: string
  readonly text: string
  readonly picture?: string | null
}
/** 0 where there is none. */
export type ThingKey = { readonly id: number; readonly author: MemberId }
/** `reader`: null for the staff, who see all. */
export type Asked = ThingKey & { readonly reader: MemberId | null }
/** A picture, and its copy at an address that no one knows, as JSON. */
export type Copied = { readonly of: string; readonly copy: string }
export type Replacement = {
  /** Takes the place of what was written; null: hide it. */
  readonly text: string | null
  readonly reason: string
  /** What the decider has seen; see `versionOf`. */
  readonly version: string | undefined
  readonly copied: Copied | undefined
}
/** The same as long as the thing is the one that was seen. */
export const versionOf = ({ text, picture }: Pick<Seen, 'text' | 'picture'>) =>
  sha256(`${picture} ${text}`)

type Parts<State> = {
  /** A copy of its picture, announced before the change. Null: it has none. */
  readonly copy?: (deps: Deps, key: ThingKey) => Promise<Copied | null>
  readonly prepare?: (w: DeskWork, key: ThingKey, to: Replacement) => Promise<void>
  readonly find: (w: Read, asked: Asked) => Promise<Seen | undefined>
  /** What is stored of it, locked. Undefined: nothing. */
  readonly read: (w: DeskWork, key: ThingKey) => Promise<State | undefined>
  /** Null: the row goes. @throws Refusal */
  readonly changed: (
    w: DeskWork,
    state: State,
    to: Replacement,
    key: ThingKey,
  ) => Promise<State | null> | State | null
  /** False: there is no place for it any more. */
  readonly save: (w: DeskWork, key: ThingKey, state: State | null) => Promise<unknown>
}

/** What an act has replaced, and what it has left; JSON. */
export type Replaced = { readonly stored_before: string; readonly stored_after: string }
/** Something that members report; each kind is given by the module that stores it. */
export type Reportable = {
  /** Undefined: unknown, or its reader does not see it. */
  readonly find: Parts<never>['find']
  readonly copy: Parts<never>['copy']
  /** Undefined: it is gone. @throws Refusal where it is another member's by now */
  readonly replace: (w: DeskWork, key: ThingKey, to: Replacement) => Promise<Replaced | undefined>
  /** @returns false where it has been changed since, or has no place any more */
  readonly restore: (w: DeskWork, key: ThingKey, replaced: Replaced) => Promise<boolean>
}

export function reportable<State extends object>({
  copy,
  prepare,
  find,
  read,
  changed,
  save,
}: Parts<State>): Reportable {
  const stored = async (w: DeskWork, key: ThingKey) => JSON.stringify((await read(w, key)) ?? null)
  return {
    find,
    copy,
    async replace(w, key, to) {
      await prepare?.(w, key, to)
      const before = await read(w, key)
      const seen = before && (await find(w, { ...key, reader: null }))
      if (before === undefined || seen === undefined) return undefined
      if ((seen.author ?? 0) !== key.author) throw deskErrors.wrongState('someone_elses', 'act')
      if (to.version !== undefined && to.version !== versionOf(seen))
        throw deskErrors.wrongState('changed_since', 'act')
      await save(w, key, await changed(w, before, to, key))
      return { stored_before: JSON.stringify(before), stored_after: await stored(w, key) }
    },
    async restore(w, key, { stored_before, stored_after }) {
      if ((await stored(w, key)) !== stored_after) return false
      return (await save(w, key, JSON.parse(stored_before) as State)) !== false
    },
  }
}
