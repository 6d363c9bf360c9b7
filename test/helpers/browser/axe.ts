import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const source = readFileSync(
  createRequire(join(process.cwd(), 'package.json')).resolve('axe-core/axe.min.js'),
  'utf8',
)
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules that other colours can break; names, order and structure stay the same. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Chromium reports the backgrounds of the style sheet, not those that it paints: contrast cannot be computed. */
export const FORCED_COLOURS_RULES = ['link-in-text-block']

type Finding = { id: string; nodes: { html: string }[] }
type Axe = { run: (scope: Document, options: object) => Promise<{ violations: Finding[] }> }
type Run = {
  runOnly: { type: 'tag' | 'rule'; values: readonly string[] }
  rules?: Record<string, { enabled: true }>
}

/**
 * Violations that axe finds on the page, also in dark and in forced colours, one line each.
 * @param further rules beyond the usual ones
 */
export async function axeFindings(page: Page, further: readonly string[] = []): Promise<string[]> {
  const found = await allRules(page, further)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await someRules(page, COLOUR_RULES)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  const inForced = await someRules(page, FORCED_COLOURS_RULES)
  await page.emulateMedia({ forcedColors: 'none' })
  return [
    ...found,
    ...inDark.map((line) => `dark: ${line}`),
    ...inForced.map((line) => `forced colours: ${line}`),
  ]
}

/** Violations of every rule, in the colours and the window that the page has. */
export const allRules = (page: Page, further: readonly string[] = []): Promise<string[]> =>
  findings(page, {
    runOnly: { type: 'tag', values: TAGS },
    rules: Object.fromEntries(further.map((name) => [name, { enabled: true }])),
  })

export const someRules = (page: Page, rules: readonly string[]): Promise<string[]> =>
  findings(page, { runOnly: { type: 'rule', values: rules } })

async function findings(page: Page, run: Run): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(document, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    )
  }, run)
}
