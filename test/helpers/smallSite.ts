import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Lines of docs/small-site.md that an operator types, by heading without its number. */
export type Typed = {
  readonly step: string
  /** Null: the lines are for both ways. */
  readonly way: 'Debian' | 'Containers' | null
  readonly lines: readonly string[]
}

/** The blocks of the page, in order, without their comments. */
export function typedLines(): Typed[] {
  const page = readFileSync(join(ROOT, 'docs/small-site.md'), 'utf8')
  return page.split(/^## \d+\. /m).flatMap((section) => {
    const step = section.split('\n', 1)[0] ?? ''
    const blocks = section.matchAll(/(?:\*\*(Debian|Containers)\*\*\n)?```\n(.+?)\n```/gs)
    return [...blocks].map(([, way, text = '']) => ({
      step,
      way: way === 'Debian' || way === 'Containers' ? way : null,
      lines: text.split('\n').filter((line) => !line.startsWith('#')),
    }))
  })
}
