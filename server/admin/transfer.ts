import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import Value from 'typebox/value'
import { TRANSFER_AREAS, type TransferArea } from '#contract/sets.ts'
import {
  type ExportForm,
  type ImportMapping,
  type ImportStep,
  type Losses,
  ImportMapping as MappingSchema,
  type TransferReport,
} from '#contract/transfer.ts'
import { ENGLISH } from '../config/locales.ts'
import { messageOf } from '../config/thrown.ts'
import { COMMAND_LINE } from '../desk/audit.ts'
import { findFirstSuperuser } from '../desk/people.ts'
import { openFiles } from '../files/openFiles.ts'
import { makeGates } from '../http/gate.ts'
import { hasSite, SITE_FILE } from '../modules/site-kit/folder/siteFile.ts'
import { mainLanguage } from '../text/contentLanguage.ts'
import { jsonOf } from '../text/handMade.ts'
import { writeExport } from '../transfer/exports.ts'
import { loadFormat } from '../transfer/format.ts'
import { BadFile } from '../transfer/reading.ts'
import { lossIn } from '../transfer/sources/source.ts'
import { checkArea, importArea } from '../transfer/transfer.ts'
import { type Command, CommandError, type Context, UsageError } from './command.ts'

/** Files, then entries. */
const REPORT_EVERY = 1000
const STEPS: Readonly<Record<ImportStep, string>> = {
  read: 'files read',
  write: 'entries',
  index: 'texts made ready for the search',
}

/** Loads all modules, which takes as long as the other commands do altogether. */
const formatOf = async (area: TransferArea) =>
  loadFormat((await import('../compose/collect.ts')).transfers[area])

const AREAS = TRANSFER_AREAS.join('|')
const named = new Intl.ListFormat('en', { type: 'disjunction' })

function areaAndFile([given, file, ...more]: readonly string[]): [TransferArea, string] {
  const area = TRANSFER_AREAS.find((one) => one === given)
  if (given === 'downloads')
    throw new UsageError('Downloads are uploaded at the desk, several at once.')
  if (area === undefined)
    throw new UsageError(`Give ${named.format(TRANSFER_AREAS.map((one) => `“${one}”`))}.`)
  if (file === undefined || more.length > 0) throw new UsageError('Give one file name.')
  return [area, resolve(file)]
}

/** The kind of file by its ending. */
const FORMS: Readonly<Record<string, ExportForm>> = { '.zip': 'markdown', '.csv': 'csv' }

export const exportFile: Command = {
  usage: `export ${AREAS} FILE`,
  does: 'writes an area to a file: .json, .zip of Markdown, or .csv',
  args: { FILE: 'a new file' },
  async run(context) {
    const [area, path] = areaAndFile(context.args)
    if (existsSync(path)) throw new CommandError(`${path} already exists. Give another name.`)
    const deps = { ...context, files: await openFiles(context.settings) }
    const form = FORMS[extname(path).toLowerCase()] ?? 'json'
    const language = mainLanguage(context.settings)
    await writeExport(deps, await formatOf(area), { form, path, language })
    context.print(`Wrote the ${area} to ${path}.`)
  },
}

export const importFile: Command = {
  usage: `import ${AREAS} PATH [--map FILE] [--dry-run]`,
  does: 'adds or changes rows of an area from a file or folder, all or nothing; see docs/transfer-format.md',
  args: { PATH: 'a file, or a folder of Markdown' },
  flags: { 'dry-run': 'only says what would change' },
  values: { map: ['FILE', 'names of fields, as docs/transfer-format.md says'] },
  async run(context) {
    const [area, path] = areaAndFile(context.args)
    const isTrial = context.flags.has('dry-run')
    const deps = { ...context, files: await openFiles(context.settings) }
    const all: Losses['losses'] = []
    const job = {
      area,
      path,
      name: basename(path),
      mapping: await mappingIn(context.values.get('map')),
      actor: COMMAND_LINE,
      importer: await importerOf(context),
      noteLosses: ({ losses }: Losses) => void all.push(...losses),
      progress: (step: ImportStep, done: number, total: number) => {
        if (done % REPORT_EVERY === 0 || done === total)
          context.print(`${done} of ${total} ${STEPS[step]}`)
      },
    }
    const run = isTrial ? checkArea : importArea
    const report = await run(deps, await formatOf(area), job).catch((error: unknown) => {
      if (!(error instanceof BadFile)) throw error
      throw refused(error.problems.map((one) => lossIn(ENGLISH, one)))
    })
    if (report.problems.length > 0) throw refused(report.problems)
    const { added, changed, unchanged } = report
    for (const line of lossesOf(report, all)) context.print(line)
    context.print(
      isTrial
        ? `Would add ${added} and change ${changed}, and leave ${unchanged} as they are.`
        : `Added ${added} and changed ${changed}, and left ${unchanged} as they were.`,
    )
  },
}

/** @param all by their kinds, where the report has not room for them */
function lossesOf(report: TransferReport, all: Losses['losses']): string[] {
  const losses = all.length > 0 ? all : report.losses
  const more = report.losses.length + report.more_losses - losses.length
  if (losses.length === 0) return []
  return [
    'These things don’t arrive as they were:',
    ...losses.map(({ place, problem }) => `  ${place}: ${problem}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

/** @param path of a JSON file with `kinds` and `columns`, as docs/transfer-format.md describes them */
async function mappingIn(path: string | undefined): Promise<ImportMapping> {
  if (path === undefined) return {}
  const mapping = await readFile(path)
    .then(jsonOf)
    .catch((error: unknown) => {
      throw new CommandError(`We can’t read ${path}: ${messageOf(error)}`)
    })
  if (!Value.Check(MappingSchema, mapping))
    throw new CommandError(`${path} isn’t a mapping. See docs/transfer-format.md.`)
  return mapping
}

async function importerOf({ db }: Context) {
  const user = await findFirstSuperuser({ db })
  if (user === undefined)
    throw new CommandError(
      'There is no superuser. Run “npm run admin -- promote EMAIL --superuser” first.',
    )
  return user.id
}

const refused = (problems: readonly { place: string; problem: string }[]) =>
  new CommandError(
    [
      'Nothing was changed:',
      ...problems.map(({ place, problem }) => `  ${place}: ${problem}`),
    ].join('\n'),
  )

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
  const { texts, hidden } = await findBase({ db })
  const ofSite = Object.entries(texts).filter(([id]) => settings.languages.includes(id.slice(0, 2)))
  const base = { texts: Object.fromEntries(ofSite), hidden }
  const kit = current ? valueIn(current) : {}
  try {
    await exportKit(await openFiles(settings), folder, { kit, base })
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
    if (verb !== 'export' && verb !== 'import') throw new UsageError('Give “export” or “import”.')
    if (folder === undefined || more.length > 0) throw new UsageError('Give one folder.')
    await (verb === 'export' ? exportSite : importSite)(context, resolve(folder))
  },
}
