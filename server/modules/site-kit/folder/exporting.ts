import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { stringify } from 'yaml'
import type { KitBook, SiteKit } from '#contract/schemas/siteKit.ts'
import { PICTURE_SLOTS } from '#contract/siteKit.ts'
import { type FileStore, publicKey } from '../../../files/fileStore.ts'
import { listTexts } from '../texts.ts'
import { picturesIn } from './making.ts'
import { LANGUAGE, LEGAL_FILES, TEXTS_FILE } from './reading.ts'
import { SITE_FILE } from './siteFile.ts'
import type { BookTexts, SiteYaml, TextsYaml } from './siteYaml.ts'

const BOOK_TEXTS_FILE = 'book.yaml'
const GUIDE = '# docs/site.md explains this file.\n'

/** Writes a kit into a new folder, as files that an import reads. */
export async function exportKit(files: FileStore, kit: SiteKit, folder: string): Promise<void> {
  /** @param name of a public file */
  const copy = async (name: string, to: string): Promise<string> => {
    const key = publicKey(name)
    if (key === null) throw new Error(`${name} is no name of a stored file`)
    await write(folder, to, await files.bytes(key))
    return to
  }
  const { name, short_name, claim, contact, colours, mark, book, legal } = kit
  const pictures: Record<string, { file: string; focus: [number, number] }> = {}
  const stored = picturesIn(kit)
  for (const slot of PICTURE_SLOTS) {
    const picture = stored[slot]
    if (picture === undefined) continue
    const { original, focus } = picture
    const file = await copy(original, `pictures/${slot}${extname(original)}`)
    pictures[slot] = { file, focus: [focus.x, focus.y] }
  }
  const site: SiteYaml = {
    ...defined({ name, short_name, claim, contact, colours }),
    ...(mark && { mark: await copy(mark.key, `mark.${mark.kind}`) }),
    ...(Object.keys(pictures).length > 0 && { pictures }),
    ...(book && { book: await exportBook(book, copy, folder) }),
  }
  await write(folder, SITE_FILE, GUIDE + yamlOf(site))
  const texts = textsOf(kit)
  if (Object.keys(texts).length > 0) await write(folder, TEXTS_FILE, yamlOf(texts))
  for (const part of ['privacy', 'imprint'] as const) {
    const text = legal?.[part]
    if (text !== undefined) await write(folder, LEGAL_FILES[part], text)
  }
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

/** Texts of an older version, which this one does not show, stay behind. */
function textsOf({ texts = {} }: SiteKit): TextsYaml {
  const found: TextsYaml = {}
  for (const { id, text: standard } of listTexts()) {
    const own = texts[id]
    if (own === undefined) continue
    found[id.slice(LANGUAGE.length + 1)] = own.was === standard ? own.text : own
  }
  return found
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
