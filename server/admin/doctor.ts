import { CHECKS, type CheckRow } from '#contract/checklist.ts'
import { databaseFile, type Settings } from '../config/env.ts'
import { ENGLISH } from '../config/locales.ts'
import { damageIn, markDamaged } from '../db/mend.ts'
import { assertFit } from '../db/open.ts'
import { openFiles } from '../files/openFiles.ts'
import { check, checkIn, checkStates, checkSummary, type FoundCheck } from '../text/check.ts'
import { fillIn } from '../text/kit.ts'
import { type Command, type Context, UsageError } from './command.ts'

/** Exit codes beside those of all commands, for programs that watch the site. */
const EXIT = { ok: 0, open: 3, wrong: 4 } as const

export const doctor: Command = {
  usage: 'doctor',
  does: 'says what is wrong or still to do; exit code 0 for nothing, 3 for something to do, 4 for something wrong',
  takesOlder: true,
  async run(context) {
    if (context.args.length > 0) throw new UsageError('doctor takes no arguments.')
    await assertFit(context.db, context.engine)
    const checks = await examine(context)
    printChecks(checks, context.print)
    return EXIT[worstOf(checks)]
  },
}

type Examined = Pick<Context, 'db' | 'engine' | 'settings' | 'clock'>

/** The checklist of the desk, and what needs the network: the mail server and the public address. */
export async function examine(deps: Examined, hasServer = true): Promise<CheckRow[]> {
  const { db, settings, clock } = deps
  // All modules take as long to load as the other commands do altogether.
  const { collected, kitsOf } = await import('../compose/collect.ts')
  const { probeMail, probeUrl } = await import('../modules/checklist/probes.ts')
  const kit = kitsOf({ db, clock, jwtSecret: '', settings, files: await openFiles(settings) })
  await kit.reload().catch(() => undefined)
  const found = [
    ...(await collected.checks({ ...deps, kit })),
    await probeMail(settings),
    hasServer ? await probeUrl(settings) : null,
    fileCheck(settings),
  ].filter((row) => row !== null)
  // A probe replaces the finding of the check with its name.
  const byName = new Map(found.map((row) => [row.name, row]))
  return CHECKS.flatMap((name) => {
    const row = byName.get(name)
    return row === undefined ? [] : [checkIn(ENGLISH, row)]
  })
}

/** The check of `backup`, which reads the whole file of SQLite; the desk's checklist leaves it out. */
function fileCheck(settings: Settings): FoundCheck | null {
  if (settings.databaseUrl !== undefined) return null
  const file = databaseFile(settings)
  const reason = damageIn(file, 'integrity_check')
  if (reason === null) return null
  markDamaged(file)
  return check('database', 'wrong_damaged', { reason })
}

export function printChecks(checks: readonly CheckRow[], print: Context['print']): void {
  const width = Math.max(...Object.values(checkStates).map(({ length }) => length))
  for (const { state, title, text } of checks)
    print(`${checkStates[state].padEnd(width)}  ${title}: ${text}`)
  const count = (state: CheckRow['state']) => checks.filter((row) => row.state === state).length
  print('')
  print(fillIn(checkSummary[worstOf(checks)], { open: count('open'), wrong: count('wrong') }))
}

const worstOf = (checks: readonly CheckRow[]): CheckRow['state'] =>
  (['wrong', 'open'] as const).find((state) => checks.some((row) => row.state === state)) ?? 'ok'
