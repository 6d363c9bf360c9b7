import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { said } from '../../../text/sentence.ts'
import { FILE_MAX, FileList, pathOf, type StreamedFiles, shortened, tooLarge } from './fileList.ts'
import { UnreadableSource } from './source.ts'

/**
 * The files of a folder and of the folders within it. Their bytes are read when they are asked for.
 * @throws UnreadableSource
 */
export async function openFolder(path: string, fileMax = FILE_MAX): Promise<StreamedFiles> {
  const list = new FileList(fileMax)
  await addFolder(list, path, '')
  return list.files
}

async function addFolder(list: FileList, folder: string, prefix: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = pathOf(`${prefix}${entry.name}`)
    const path = join(folder, entry.name)
    if (name === null) continue
    if (entry.isDirectory()) await addFolder(list, path, `${name}/`)
    else if (entry.isFile())
      list.add({
        name,
        size: (await stat(path)).size,
        bytes: () => grownBytes(path, name),
        stream: () => createReadStream(path),
      })
    else throw new UnreadableSource(said('transfer.link_no_file', { name: shortened(name) }))
  }
}

/** Its size may have changed since it was counted. */
async function grownBytes(path: string, name: string): Promise<Buffer> {
  if ((await stat(path)).size > FILE_MAX) throw tooLarge(name)
  return readFile(path)
}
