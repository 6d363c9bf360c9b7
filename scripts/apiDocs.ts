/** Writes docs/api.md, the list of every call, from the contract. `npm run build:api`; a test compares. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DESK_API_BASE, type DeskTable, deskRoutes } from '#contract/desk.ts'
import { describedCalls } from '#contract/schemas/tables.ts'
import { type TableName, tables } from '#contract/tables.ts'

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const chapters = (Object.keys(tables) as TableName[]).map((name) => {
  const rows = describedCalls
    .filter((call) => call.table === name)
    .map(({ name, method, path, access, schema: { summary = '', response } }) => [
      name,
      `\`${method} ${path}\``,
      access,
      summary,
      Object.keys(response).join(', '),
    ])
  const heads = ['name', 'call', 'who', 'what', 'responses']
  return `## ${tables[name].title}\n\n${table(heads, rows)}`
})

function deskChapter(routes: DeskTable): string {
  const rows = Object.entries(routes).flatMap(([resource, calls]) =>
    Object.entries(calls).map(([name, { method, path, role }]) => [
      `${resource}.${name}`,
      `\`${method} ${path}\``,
      role,
    ]),
  )
  return `## Staff desk\n\n${table(['name', 'call', 'who'], rows)}`
}

/** The whole document; everything in it comes from `contract/`. */
export const apiDocs = (): string =>
  `${[
    '# Every call',
    'Written by `npm run build:api` from `contract/`; change it there. Paths are below `/api`, with or without their end slash.\nFields and their limits: `/api/docs`, or `/api/openapi.json` for machines.',
    'Who: **open** anybody; **optional** anybody, yet a token that is sent must be valid; **member** a valid token.',
    'Where a token counts, a 401 says why: `not_authenticated` when no token was sent, `token_not_valid` when it is bad, expired or ended. A refresh mends the latter only.',
    ...chapters,
    deskChapter(deskRoutes),
    `Paths of the desk are below \`${DESK_API_BASE}\` on its own origin.`,
  ].join('\n\n')}\n`

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/api.md'), apiDocs())
