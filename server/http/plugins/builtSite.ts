import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/* The build puts the pages there. */
export const SITE_FOLDER = resolve('dist/site')

const STYLE_SHEET = /<link [^>]*href="?([^"> ]+\.css)"?[^>]*rel="?stylesheet"?[^>]*>/

/** What a page of the built site holds besides its markup. @param root folder of the site */
export function inlineParts(root: string): { scripts: string[]; styles: string[] } {
  const index = join(root, 'index.html')
  if (!existsSync(index)) return { scripts: [], styles: [] }
  const page = readFileSync(index, 'utf8')
  const sheet = STYLE_SHEET.exec(page)?.[1]
  return {
    scripts: [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script),
    styles: sheet === undefined ? [] : [readFileSync(join(root, sheet), 'utf8')],
  }
}

/** The page with its style sheet in it: one round trip less before the first paint. */
export const withStyles = (page: string, [style]: readonly string[]): string =>
  // A function, because `$&` would be a pattern.
  style === undefined ? page : page.replace(STYLE_SHEET, () => `<style>${style}</style>`)
