import { existsSync, readdirSync } from 'node:fs'
import { messageOf } from '../../../config/thrown.ts'
import type { Actor } from '../../../desk/actor.ts'
import type { Deps } from '../../../http/deps.ts'
import type { StartReport } from '../../face.ts'
import { type ImportDeps, importFolder } from './importing.ts'
import { hasSite, SITE_FILE } from './siteFile.ts'

/** The author in the audit log of what a start has read. */
const FOLDER: Actor = { id: null, username: 'site folder' }

/** Puts the kit of the folder into use. Without one, or with a broken one, the site stays as it was. */
export async function readFolderAtStart(
  deps: ImportDeps & Pick<Deps, 'settings'>,
): Promise<StartReport> {
  const { siteDir } = deps.settings
  if (!hasSite(siteDir)) return { notes: [], warnings: strayFolder(siteDir) }
  const { problems } = await importFolder(deps, siteDir, FOLDER).catch((error: unknown) => ({
    problems: [{ place: SITE_FILE, problem: messageOf(error) }],
  }))
  const notes = [
    `Name, texts and looks of the site come from ${siteDir}. The desk only shows them.`,
  ]
  if (problems.length === 0) return { notes, warnings: [] }
  const lines = problems.map(({ place, problem }) => `\n  ${place}: ${problem}`)
  return {
    notes,
    warnings: [`SITE_DIR: ${siteDir} has problems. The site stays as it was.${lines.join('')}`],
  }
}

/** Someone meant a folder without `site.yaml` to be read. */
function strayFolder(folder: string): string[] {
  const isStray = existsSync(folder) && readdirSync(folder).some((name) => !name.startsWith('.'))
  return isStray ? [`SITE_DIR: ${folder} has no ${SITE_FILE}, so it is not read.`] : []
}
