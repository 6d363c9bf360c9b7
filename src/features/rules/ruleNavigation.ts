import type { RuleEntryId } from '#contract/ids.ts'
import type { RuleEntry } from './ruleFilters.ts'

/**
 * Navigation state of a rule: the chosen entry (ruling 23), or its type where only the id is known, and the
 * query of the rules page for the link back. A reload keeps it, a link from elsewhere has none.
 */
export type RuleItemState = { entry?: RuleEntry; kind?: RuleEntry['type']; rulesQuery?: string }

/** `isReturn` lets the rules page restore its scroll position. */
export type RulesState = { isReturn?: boolean }

export const RULES_PATH = '/discordia/rules'
export const ruleItemPath = (id: RuleEntryId): string => `/discordia/ruleItem/${id}`

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const isKind = (value: unknown): value is RuleEntry['type'] =>
  value === 'basic' || value === 'quick'

/** The state may come from an older version of the site. */
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

export const isReturn = (state: unknown): boolean => fieldsOf(state).isReturn === true
