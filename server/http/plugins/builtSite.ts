import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/* The build puts the pages there. */
export const SITE_FOLDER = resolve('dist/site')

/* Written by the build: its pages call these origins, whatever the environment says now. */
const SETTINGS = resolve('dist/settings.json')

/** The settings that the site was built with; none without a build. */
export const builtSettings = (): Readonly<Partial<Record<string, string>>> =>
  existsSync(SETTINGS)
    ? (JSON.parse(readFileSync(SETTINGS, 'utf8')) as Partial<Record<string, string>>)
    : {}

/** The scripts in the page of the built site, for the security policy. @param root folder of the site */
export function inlineScripts(root: string): string[] {
  const page = join(root, 'index.html')
  if (!existsSync(page)) return []
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, script = '']) => script)
}
