import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { SHELL_PATH } from '#contract/offline.ts'

type Precached = { readonly url: string; readonly revision: string | null }

const HASHED = ['assets/*.{js,css}', 'fonts/*.woff2']
const REVISED = [
  'locales/*/translation.json',
  'icons/game/*.svg',
  'icons/favicon.svg',
  'images/{hero,default}-*-480.avif',
]
/** Left out: a third of all scripts, for one field of a form that needs the network anyway. */
const LEFT_OUT = /password-advice/

/** Files that the site needs to render its pages offline. @param root folder of the built site */
export async function precachedFiles(root: string): Promise<Precached[]> {
  const files: Precached[] = [{ url: SHELL_PATH, revision: digestOf(join(root, 'index.html')) }]
  for await (const file of glob(HASHED, { cwd: root }))
    if (!LEFT_OUT.test(file)) files.push({ url: `/${file}`, revision: null })
  for await (const file of glob(REVISED, { cwd: root }))
    files.push({ url: `/${file}`, revision: digestOf(join(root, file)) })
  return files.sort((a, b) => (a.url < b.url ? -1 : 1))
}

const digestOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
