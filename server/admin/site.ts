import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { COMMAND_LINE } from '../desk/actor.ts'
import { openFiles } from '../files/openFiles.ts'
import { makeGates } from '../http/gate.ts'
import { hasSite, SITE_FILE } from '../modules/site-kit/folder/siteFile.ts'
import { type Command, CommandError, type Context, UsageError } from './command.ts'

/** Most commands need neither: they take as long to load as the other commands do altogether. */
const parts = async () => ({
  ...(await import('../modules/site-kit/folder/exporting.ts')),
  ...(await import('../modules/site-kit/folder/importing.ts')),
  ...(await import('../modules/site-kit/repository.ts')),
  ...(await import('../modules/site-kit/kit.ts')),
})

async function exportSite({ db, settings, print }: Context, folder: string): Promise<void> {
  if (existsSync(folder)) throw new CommandError(`${folder} already exists. Give another name.`)
  const { exportKit, findBase, findCurrent, valueIn } = await parts()
  const current = await findCurrent({ db })
  const base = Object.entries((await findBase({ db })).texts).filter(([id]) =>
    settings.languages.includes(id.slice(0, 2)),
  )
  const kit = current ? valueIn(current) : {}
  try {
    await exportKit(await openFiles(settings), folder, { kit, base: Object.fromEntries(base) })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  print(`Wrote the site to ${folder}.`)
}

async function importSite(context: Context, folder: string): Promise<void> {
  const { db, clock, settings, print } = context
  const { importFolder } = await parts()
  if (!hasSite(folder)) throw new CommandError(`${folder} has no ${SITE_FILE}.`)
  const deps = { db, clock, files: await openFiles(settings), gates: makeGates() }
  const { id, problems } = await importFolder(deps, folder, COMMAND_LINE)
  if (problems.length > 0)
    throw new CommandError(
      [
        'Nothing was changed:',
        ...problems.map(({ place, problem }) => `  ${place}: ${problem}`),
      ].join('\n'),
    )
  print(
    id === null
      ? `The site is already like ${folder}.`
      : `The site is now like ${folder}. Undo it at the desk.`,
  )
}

export const site: Command = {
  usage: 'site export|import FOLDER',
  does: 'writes name, texts and looks of the site to a new folder, or takes them from one',
  args: {
    FOLDER: 'a new folder, or with import one with the files of docs/site.md',
  },
  async run(context) {
    const [verb, folder, ...more] = context.args
    if (verb !== 'export' && verb !== 'import') throw new UsageError('Give "export" or "import".')
    if (folder === undefined || more.length > 0) throw new UsageError('Give one folder.')
    await (verb === 'export' ? exportSite : importSite)(context, resolve(folder))
  },
}
