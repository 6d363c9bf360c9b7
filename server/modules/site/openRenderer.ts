import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '#contract/pages.ts'
import { inlineParts, withStyles } from '../../http/plugins/builtSite.ts'
import { withHead } from '../../http/plugins/pageHead.ts'
import type { Rendering } from './renderedPages.ts'

/* Written by the build. */
const RENDERER = resolve('dist/renderer/renderer.js')
const BUILT_SETTINGS = resolve('dist/settings.json')

/** The renderer of the built site; null without one, and for a site that calls the API of another server. */
export async function openRenderer(file: string = RENDERER): Promise<PageRenderer | null> {
  if (!existsSync(file) || callsAnotherApi()) return null
  const { renderer } = (await import(pathToFileURL(file).href)) as { renderer: PageRenderer }
  return renderer
}

function callsAnotherApi(): boolean {
  if (!existsSync(BUILT_SETTINGS)) return false
  const { API_BASE_URL = '' } = JSON.parse(readFileSync(BUILT_SETTINGS, 'utf8')) as Partial<
    Record<string, string>
  >
  return API_BASE_URL !== '' && API_BASE_URL !== '/api'
}

/** The texts of the built site by language. @param root folder of the site */
export function siteTexts(root: string): ReadonlyMap<string, object> {
  const folder = join(root, 'locales')
  const languages = existsSync(folder) ? readdirSync(folder) : []
  return new Map(
    languages.map((language) => {
      const file = join(folder, language, 'translation.json')
      return [language, JSON.parse(readFileSync(file, 'utf8')) as object]
    }),
  )
}

const EMPTY_ROOT = '<div id="root"></div>'

/**
 * @param plain the page that the browser draws alone
 * @param root folder of the site
 * @returns a function that puts a rendered page into it
 */
export function documentIn(plain: string, root: string): Rendering['documentOf'] {
  const empty = withStyles(
    plain.replace(/<noscript>.*?<\/noscript>/s, ''),
    inlineParts(root).styles,
  )
  return ({ head, html, language }) =>
    withHead(empty, head)
      .replace(/(<html [^>]*lang=)"?\w+"?/, (_, start: string) => `${start}"${language}"`)
      // A function, because `$&` in a text would be a pattern.
      .replace(EMPTY_ROOT, () => html)
}
