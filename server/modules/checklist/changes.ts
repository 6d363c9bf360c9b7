import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutText } from '#shared/cutText.ts'
import { markdownToHtml } from '../../text/markdown.ts'

const CHANGELOG = join(import.meta.dirname, '../../../CHANGELOG.md')

/** The desk shows no more of a long changelog. */
const CHARACTERS_MAX = 60_000

/** @param former the version that ran before @returns HTML of what has changed since; null where nothing says so */
export function changesSince(former: string | undefined, file = CHANGELOG): string | null {
  if (former === undefined || !existsSync(file)) return null
  const [, ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m)
  const end = sections.findIndex((section) => versionOf(section) === former)
  const since = sections.slice(0, Math.max(end, 0)).join('').trim()
  return since === '' ? null : markdownToHtml(cutText(since, CHARACTERS_MAX))
}

/** Headings are `## 0.5.0 - 2026-08-01`, or `## Unreleased`. */
const versionOf = (section: string): string => /^## \[?([^\]\s]+)/.exec(section)?.[1] ?? ''
