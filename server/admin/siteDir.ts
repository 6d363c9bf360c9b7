import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../config/env.ts'
import { isWithin } from '../files/within.ts'
import { SITE_FILE } from '../modules/site-kit/folder/siteFile.ts'
import { CommandError } from './command.ts'

type Where = Pick<Settings, 'siteDir'>

/**
 * Paths of the files of `SITE_DIR`, without hidden ones, such as those of Git. A folder that decides about the site is
 * copied whole: a broken `site.yaml` doesn't say which files it needs. Links that lead out of the folder are left out.
 */
export async function siteFiles({ siteDir }: Where): Promise<string[]> {
  return existsSync(join(siteDir, SITE_FILE)) ? filesIn(siteDir, '', new Set()) : []
}

/** @param seen folders: a link may lead in a circle */
async function filesIn(root: string, folder: string, seen: Set<string>): Promise<string[]> {
  const found: string[] = []
  seen.add(await realpath(join(root, folder)))
  for (const name of (await readdir(join(root, folder))).toSorted()) {
    if (name.startsWith('.')) continue
    const path = join(folder, name)
    // Kubernetes mounts files as links.
    const entry = await stat(join(root, path)).catch(() => null)
    if (entry === null || !(await isWithin(root, join(root, path)))) continue
    if (entry.isDirectory()) {
      if (!seen.has(await realpath(join(root, path))))
        found.push(...(await filesIn(root, path, seen)))
    } else if (entry.isFile()) found.push(path)
  }
  return found
}

/** The folder may be outside of the data directory. @param read the bytes in the backup @throws CommandError */
export async function assertSiteDir(
  { siteDir }: Where,
  paths: readonly string[],
  read: (path: string) => Promise<Buffer>,
): Promise<void> {
  for (const path of paths) {
    const own = join(siteDir, path)
    if (existsSync(own) && !(await readFile(own)).equals(await read(path)))
      throw new CommandError(
        `SITE_DIR has another ${path}. Move ${siteDir} away, then restore again. Nothing was changed.`,
      )
  }
}
