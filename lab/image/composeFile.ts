import { parse } from 'yaml'

type Service = { readonly environment?: Readonly<Record<string, string>> }
export type Compose = { readonly services: Readonly<Record<string, Service>> }

/**
 * Reads a compose file, and fills in `${NAME}`, `${NAME:-default}` and `${NAME:?why}` as compose does.
 * @throws Error for a required variable that is not set
 */
export const readCompose = (text: string, env: Record<string, string | undefined>): Compose =>
  parse(text, (_, value: unknown) => (typeof value === 'string' ? filledIn(value, env) : value), {
    merge: true,
  }) as Compose

const filledIn = (text: string, env: Record<string, string | undefined>): string =>
  text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, how: string | undefined, rest = '') => {
      const value = env[name]
      if (!value && how === '?') throw new Error(`${name} is required: ${rest}`)
      return value || String(rest)
    },
  )
