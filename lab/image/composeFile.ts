import { parse } from 'yaml'

type Service = { readonly environment?: Readonly<Record<string, string>> }
export type Compose = { readonly services: Readonly<Record<string, Service>> }

/**
 * Reads a compose file, and fills in `${NAME}`, `${NAME:-default}` and `${NAME:?why}`, one inside another, too, as
 * compose does.
 * @throws Error for a required variable that is not set
 */
export const readCompose = (text: string, env: Record<string, string | undefined>): Compose =>
  parse(text, (_, value: unknown) => (typeof value === 'string' ? filledIn(value, env) : value), {
    merge: true,
  }) as Compose

/** One that holds no other. */
const INNERMOST = /\$\{(\w+)(?::([-?])([^{}]*))?\}/g

function filledIn(text: string, env: Record<string, string | undefined>): string {
  const filled = text.replaceAll(
    INNERMOST,
    (_, name: string, how: string | undefined, rest = '') => {
      const value = env[name]
      if (!value && how === '?') throw new Error(`${name} is required: ${rest}`)
      return value || String(rest)
    },
  )
  return filled === text ? filled : filledIn(filled, env)
}
