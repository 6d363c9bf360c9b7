import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const source = readFileSync(
  createRequire(join(process.cwd(), 'package.json')).resolve('axe-core/axe.min.js'),
  'utf8',
)
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

type Finding = { id: string; nodes: { html: string }[] }
type Axe = { run: (scope: Document, options: object) => Promise<{ violations: Finding[] }> }

/** What axe finds wrong with the page as it stands, one line each; empty is good. `further`: rules beyond the usual ones. */
export async function axeFindings(page: Page, further: readonly string[] = []): Promise<string[]> {
  await page.evaluate(source)
  return page.evaluate(
    async ([tags, names]) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(names.map((name) => [name, { enabled: true }])),
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
      )
    },
    [RULES, further] as const,
  )
}
