import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { stringify } from 'yaml'
import { type KitBook, PICTURE_SLOTS, type SiteKit } from '#contract/siteKit.ts'
import { type FileStore, publicKey } from '../../../files/fileStore.ts'
import type { KitBase } from '../../../text/kit.ts'
import type { BookTexts, SiteYaml } from './files.ts'
import { SITE_FILE } from './siteFile.ts'
import { legalFilesOf, textFilesOf } from './words.ts'

const BOOK_TEXTS_FILE = 'book.yaml'
const GUIDE = '# docs/site.md explains this file.\n'

type Exported = {
  readonly kit: SiteKit
  /** What lies below the kit, so that the folder is the same site on any other server. */
  readonly base: Pick<KitBase, 'texts' | 'hidden'>
}

/** Writes a kit into a new folder, as files that an import reads. */
export async function exportKit(
  files: FileStore,
  folder: string,
  { kit, base }: Exported,
): Promise<void> {
  /** @param name of a public file */
  const copy = async (name: string, to: string): Promise<string> => {
    const key = publicKey(name)
    if (key === null) throw new Error(`${name} is no name of a stored file`)
    await write(folder, to, await files.bytes(key))
    return to
  }
  const { name, short_name, claim, contact, embed_hosts, colours, mark, book } = kit
  const hidden = {
    ...Object.fromEntries(base.hidden.map((part) => [part, true])),
    ...kit.hidden,
  }
  const pictures: Record<string, { file: string; focus: [number, number] }> = {}
  for (const slot of PICTURE_SLOTS) {
    const picture = kit.pictures?.[slot]
    if (picture === undefined) continue
    const { original, focus } = picture
    const file = await copy(original, `pictures/${slot}${extname(original)}`)
    pictures[slot] = { file, focus: [focus.x, focus.y] }
  }
  const site: SiteYaml = {
    ...defined({ name, short_name, claim, contact, embed_hosts, colours }),
    ...(mark && { mark: await copy(mark.key, `mark.${mark.kind}`) }),
    ...(Object.keys(pictures).length > 0 && { pictures }),
    ...(book && { book: await exportBook(book, copy, folder) }),
    ...(Object.keys(hidden).length > 0 && { hidden }),
  }
  await write(folder, SITE_FILE, GUIDE + yamlOf(site))
  for (const [file, texts] of textFilesOf(kit, base.texts)) await write(folder, file, yamlOf(texts))
  for (const [file, text] of legalFilesOf(kit)) await write(folder, file, text)
}

async function exportBook(
  { pages, pdf }: KitBook,
  copy: (name: string, to: string) => Promise<string>,
  folder: string,
): Promise<NonNullable<SiteYaml['book']>> {
  const names: string[] = []
  for (const [index, { key }] of pages.entries())
    names.push(await copy(key, `book/page-${String(index + 1).padStart(2, '0')}${extname(key)}`))
  const texts: BookTexts = pages.map(({ title, text }) => ({ title, text }))
  await write(folder, BOOK_TEXTS_FILE, yamlOf(texts))
  return { pdf: await copy(pdf, 'book/book.pdf'), pages: names, texts: BOOK_TEXTS_FILE }
}

/** Lines are not folded, so that a comparison of two versions shows what has changed. */
const yamlOf = (value: object): string =>
  Object.keys(value).length === 0 ? '' : stringify(value, { lineWidth: 0 })

const defined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value

async function write(folder: string, name: string, contents: string | Uint8Array): Promise<void> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, contents, { flag: 'wx' })
}
