import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TransferArea } from '#contract/sets.ts'
import { messageOf } from '../config/thrown.ts'
import { COMMAND_LINE } from '../desk/actor.ts'
import { findFirstSuperuser } from '../desk/people.ts'
import { loadFormat } from '../desk/transfer/importer.ts'
import { BadFile } from '../desk/transfer/reading.ts'
import { checkArea, exportArea, importArea } from '../desk/transfer/transfer.ts'
import { type Command, CommandError, type Context, UsageError } from './command.ts'

/** Rows. */
const REPORT_EVERY = 1000

/** Loads all modules, which takes as long as the other commands do altogether. */
const formatOf = async (area: TransferArea) =>
  loadFormat((await import('../compose/collect.ts')).transfers[area])

function areaAndFile([area, file, ...more]: readonly string[]): [TransferArea, string] {
  if (area !== 'rules' && area !== 'glossary') throw new UsageError('Give "rules" or "glossary".')
  if (file === undefined || more.length > 0) throw new UsageError('Give one file name.')
  return [area, resolve(file)]
}

export const exportFile: Command = {
  usage: 'export rules|glossary FILE',
  does: 'writes the rules or the glossary to a JSON file',
  async run(context) {
    const [area, path] = areaAndFile(context.args)
    if (existsSync(path)) throw new CommandError(`${path} already exists. Give another name.`)
    await writeFile(
      path,
      `${JSON.stringify(await exportArea(context, await formatOf(area)), null, 2)}\n`,
    )
    context.print(`Wrote the ${area} to ${path}.`)
  },
}

export const importFile: Command = {
  usage: 'import rules|glossary FILE [--dry-run]',
  does: 'adds or changes rules or glossary from a JSON file, all or nothing',
  flags: ['dry-run'],
  async run(context) {
    const [area, path] = areaAndFile(context.args)
    const job = {
      area,
      bytes: await readFile(path).catch((error: unknown) => {
        throw new CommandError(`We can't read ${path}: ${messageOf(error)}`)
      }),
      actor: COMMAND_LINE,
      importer: await importerOf(context),
      progress: (done: number, total: number) => {
        if (done % REPORT_EVERY === 0 || done === total)
          context.print(`${done} of ${total} entries`)
      },
    }
    const isTrial = context.flags.has('dry-run')
    const run = isTrial ? checkArea : importArea
    const report = await run(context, await formatOf(area), job).catch((error: unknown) => {
      throw error instanceof BadFile ? refused(error.problems) : error
    })
    if (report.problems.length > 0) throw refused(report.problems)
    const { added, changed, unchanged } = report
    context.print(
      isTrial
        ? `Would add ${added} and change ${changed}, and leave ${unchanged} as they are.`
        : `Added ${added} and changed ${changed}, and left ${unchanged} as they were.`,
    )
  },
}

async function importerOf({ db }: Context) {
  const user = await findFirstSuperuser(db)
  if (user === undefined)
    throw new CommandError(
      'There is no superuser. Run "npm run admin -- promote EMAIL --superuser" first.',
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
