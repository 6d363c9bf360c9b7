/** Writes docs/api.md from the contract: `npm run build:api`; a test compares. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DESK_API_BASE, type DeskTable, deskRoutes } from '#contract/desk.ts'
import {
  accountRoutes,
  contentRoutes,
  glossaryRoutes,
  groupRoutes,
  profileRoutes,
  type RouteTable,
  rulesRoutes,
} from '#contract/routes.ts'
import { accountSchemas } from '#contract/schemas/account.ts'
import { contentSchemas } from '#contract/schemas/content.ts'
import { glossarySchemas } from '#contract/schemas/glossary.ts'
import { groupSchemas } from '#contract/schemas/groups.ts'
import { profileSchemas } from '#contract/schemas/profile.ts'
import { rulesSchemas } from '#contract/schemas/rules.ts'
import type { CallSchema } from '#contract/schemas/shared.ts'

type Chapter = readonly [title: string, routes: RouteTable, schemas: Record<string, CallSchema>]

/** In the order of behaviour 7. */
const chapters: readonly Chapter[] = [
  ['Session and account', accountRoutes, accountSchemas],
  ['Profile, preferences and order details', profileRoutes, profileSchemas],
  ['Groups', groupRoutes, groupSchemas],
  ['Public content', contentRoutes, contentSchemas],
  ['Rules', rulesRoutes, rulesSchemas],
  ['Glossary', glossaryRoutes, glossarySchemas],
]

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function chapter([title, routes, schemas]: Chapter): string {
  const rows = Object.entries(routes).map(([name, { method, path, access }]) => {
    const { summary = '', response = {} } = schemas[name] ?? {}
    return [name, `\`${method} ${path}\``, access, summary, Object.keys(response).join(', ')]
  })
  return `## ${title}\n\n${table(['name', 'call', 'who', 'what', 'answers'], rows)}`
}

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
    ...chapters.map(chapter),
    deskChapter(deskRoutes),
    `Paths of the desk are below \`${DESK_API_BASE}\` on its own origin.`,
  ].join('\n\n')}\n`

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/api.md'), apiDocs())
