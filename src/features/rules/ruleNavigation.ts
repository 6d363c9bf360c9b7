import type { RuleEntryId } from '#contract/ids.ts'
import { ID_MAX } from '#contract/limits.ts'
import type { RuleEntry } from './groupEntries.ts'

/**
 * What travels with the way to a rule: the chosen entry (behaviour 2; ruling 23), or its kind where only the id is known,
 * and the query of the rules page it was chosen on, which the way back needs. Anything may be missing: reload keeps
 * it, a link from elsewhere has none.
 */
export type RuleItemState = { entry?: RuleEntry; kind?: RuleEntry['type']; rulesQuery?: string }

/** Tells the rules page that it is returned to, and may scroll to where it was. */
export type RulesState = { isReturn?: boolean }

export const RULES_PATH = '/discordia/rules'
export const ruleItemPath = (id: RuleEntryId): string => `/discordia/ruleItem/${id}`

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const isKind = (value: unknown): value is RuleEntry['type'] =>
  value === 'basic' || value === 'quick'

/** Reads a navigation state, which may also come from an older version of the site. */
export function readItemState(state: unknown, id: RuleEntryId | null): RuleItemState {
  const { entry, kind, rulesQuery } = fieldsOf(state)
  const { id: entryId, title, type } = fieldsOf(entry)
  const isUsable = entryId === id && typeof title === 'string' && isKind(type)
  return {
    ...(isUsable && { entry: entry as RuleEntry }),
    ...(isKind(kind) && { kind }),
    ...(typeof rulesQuery === 'string' && { rulesQuery }),
  }
}

export const readRulesState = (state: unknown): RulesState => ({
  isReturn: fieldsOf(state).isReturn === true,
})

/** The id in the address; null for what cannot be one. */
export function ruleIdIn(text: string | undefined): RuleEntryId | null {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number <= ID_MAX ? (number as RuleEntryId) : null
}
