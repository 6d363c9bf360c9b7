import { Refusal } from '#server/http/errors.ts'

/** `403 forbidden`, with the name of the field, or the result of a rule that does not refuse. */
export function verdict<T>(rule: () => T): T | string | undefined {
  try {
    return rule()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.status, error.code, error.attr].filter((part) => part !== null).join(' ')
  }
}

/** The sentence of a refusal; empty when the rule does not refuse. */
export const sentence = (rule: () => unknown): string => {
  try {
    rule()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
